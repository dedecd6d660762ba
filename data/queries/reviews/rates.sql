-- Purpose: how well decisions were made, and luck. Grain: a group of seats of reviewed games.
WITH deepest AS (
    SELECT game_id, arg_max(depth, list_position($depths::VARCHAR[], depth)) AS depth
    FROM reviews
    GROUP BY game_id
),
labelled AS (
    SELECT
        selection.grouping,
        count(*) AS decisions,
        count(DISTINCT decisions.game_id) AS games,
        sum(decisions.loss) AS loss,
        count(*) FILTER (decisions.label = 'inaccuracy') AS inaccuracies,
        count(*) FILTER (decisions.label = 'mistake') AS mistakes,
        count(*) FILTER (decisions.label = 'blunder') AS blunders,
        count(*) FILTER (decisions.label = 'close') AS close
    FROM decisions
    JOIN deepest USING (game_id, depth)
    JOIN selection USING (game_id, seat)
    GROUP BY selection.grouping
),
totals AS (
    SELECT
        selection.grouping,
        count(*) AS seats,
        avg(review_seats.luck) AS mean_luck,
        avg(review_seats.result) AS mean_result,
        avg(review_seats.luck_adjusted) AS mean_luck_adjusted
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
    labelled.loss / labelled.decisions AS mean_loss,
    labelled.inaccuracies,
    labelled.mistakes,
    labelled.blunders,
    labelled.close,
    totals.mean_luck,
    totals.mean_result,
    totals.mean_luck_adjusted
FROM labelled
JOIN totals USING (grouping)
ORDER BY grouping
