-- Purpose: what people do with their turns. Grain: a group of seats and the first word of a move.
WITH counted AS (
    SELECT
        selection.grouping,
        actions.action,
        sum(actions.moves)::BIGINT AS moves,
        count(DISTINCT actions.game_id) AS games
    FROM actions
    JOIN selection USING (game_id, seat)
    GROUP BY selection.grouping, actions.action
),
selected AS (
    SELECT grouping, count(*) AS seats FROM selection GROUP BY grouping
)
SELECT
    grouping,
    counted.action,
    counted.moves,
    counted.moves / sum(counted.moves) OVER (PARTITION BY grouping) AS share,
    counted.games,
    counted.moves / selected.seats AS per_game
FROM counted
JOIN selected USING (grouping)
ORDER BY grouping, counted.moves DESC, counted.action
