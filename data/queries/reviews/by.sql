-- Purpose: where loss comes from. Grain: an action or a phase of a game, of the seats selected.
WITH deepest AS (
    SELECT game_id, arg_max(depth, list_position($depths::VARCHAR[], depth)) AS depth
    FROM reviews
    GROUP BY game_id
)
SELECT
    CASE $by WHEN 'phase' THEN decisions.phase ELSE decisions.action END AS part,
    count(*) AS decisions,
    sum(decisions.loss) AS loss,
    avg(decisions.loss) AS mean_loss,
    count(*) FILTER (decisions.label IN ('inaccuracy', 'mistake', 'blunder')) AS labelled,
    count(DISTINCT decisions.game_id) AS games
FROM decisions
JOIN deepest USING (game_id, depth)
JOIN selection USING (game_id, seat)
GROUP BY part
ORDER BY loss DESC
