-- Purpose: how well decisions were made, and luck. Grain: a group of seats of reviewed games.
-- Decisions of one game resemble each other, so the error of the mean loss is over games: that of
-- a ratio of sums.
WITH deepest AS (
    SELECT game_id, arg_max(depth, list_position($depths::VARCHAR[], depth)) AS depth
    FROM reviews
    GROUP BY game_id
),
by_game AS (
    SELECT
        selection.grouping,
        game_id,
        count(*) AS decisions,
        sum(decisions.loss) AS loss,
        count(*) FILTER (decisions.label = 'inaccuracy') AS inaccuracies,
        count(*) FILTER (decisions.label = 'mistake') AS mistakes,
        count(*) FILTER (decisions.label = 'blunder') AS blunders,
        count(*) FILTER (decisions.label = 'close') AS close
    FROM decisions
    JOIN deepest USING (game_id, depth)
    JOIN selection USING (game_id, seat)
    GROUP BY selection.grouping, game_id
),
means AS (SELECT grouping, sum(loss) / sum(decisions) AS mean_loss FROM by_game GROUP BY grouping),
labelled AS (
    SELECT
        grouping,
        count(*) AS games,
        sum(decisions)::BIGINT AS decisions,
        any_value(mean_loss) AS mean_loss,
        CASE
            WHEN count(*) >= 3
                THEN sqrt(count(*) / (count(*) - 1) * sum((loss - mean_loss * decisions) ** 2))
                / sum(decisions)
        END AS error,
        sum(inaccuracies)::BIGINT AS inaccuracies,
        sum(mistakes)::BIGINT AS mistakes,
        sum(blunders)::BIGINT AS blunders,
        sum(close)::BIGINT AS close
    FROM by_game
    JOIN means USING (grouping)
    GROUP BY grouping
),
totals AS (
    SELECT
        selection.grouping,
        count(*) AS seats,
        avg(review_seats.luck) AS mean_luck,
        avg(review_seats.result) AS mean_result,
        avg(review_seats.luck_adjusted) AS mean_luck_adjusted,
        CASE
            WHEN count(review_seats.luck_adjusted) >= 3
                THEN stddev_samp(review_seats.luck_adjusted)
                / sqrt(count(review_seats.luck_adjusted))
        END AS luck_adjusted_error
    FROM review_seats
    JOIN deepest USING (game_id, depth)
    JOIN selection USING (game_id, seat)
    GROUP BY selection.grouping
)
SELECT
    grouping,
    labelled.games,
    totals.seats,
    labelled.decisions,
    labelled.mean_loss,
    labelled.error,
    labelled.inaccuracies,
    labelled.mistakes,
    labelled.blunders,
    labelled.close,
    totals.mean_luck,
    totals.mean_result,
    totals.mean_luck_adjusted,
    totals.luck_adjusted_error
FROM labelled
JOIN totals USING (grouping)
ORDER BY grouping
