-- Purpose: where loss comes from. Grain: an action or a phase of a game, of the seats selected.
-- Decisions of one game resemble each other, so the error of the mean is over games: that of a
-- ratio of sums.
WITH deepest AS (
    SELECT game_id, arg_max(depth, list_position($depths::VARCHAR[], depth)) AS depth
    FROM reviews
    GROUP BY game_id
),
by_game AS (
    SELECT
        CASE $by WHEN 'phase' THEN decisions.phase ELSE decisions.action END AS part,
        game_id,
        count(*) AS decisions,
        sum(decisions.loss) AS loss,
        count(*) FILTER (decisions.label IN ('inaccuracy', 'mistake', 'blunder')) AS labelled
    FROM decisions
    JOIN deepest USING (game_id, depth)
    JOIN selection USING (game_id, seat)
    GROUP BY part, game_id
),
means AS (SELECT part, sum(loss) / sum(decisions) AS mean_loss FROM by_game GROUP BY part)
SELECT
    part,
    sum(by_game.decisions)::BIGINT AS decisions,
    sum(by_game.loss) AS loss,
    any_value(mean_loss) AS mean_loss,
    CASE
        WHEN count(*) >= 3
            THEN sqrt(
                count(*) / (count(*) - 1) * sum((by_game.loss - mean_loss * by_game.decisions) ** 2)
            ) / sum(by_game.decisions)
    END AS error,
    sum(by_game.labelled)::BIGINT AS labelled,
    count(*) AS games
FROM by_game
JOIN means USING (part)
GROUP BY part
ORDER BY loss DESC
