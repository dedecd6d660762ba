-- Purpose: whole logs, to be written again. Grain: a game of the table `selection`.
WITH written AS (
    SELECT game_id, list(text ORDER BY ply) AS moves
    FROM moves
    SEMI JOIN selection USING (game_id)
    GROUP BY game_id
)
SELECT games.game_id, games.header, coalesce(written.moves, []) AS moves
FROM games
SEMI JOIN selection USING (game_id)
LEFT JOIN written USING (game_id)
ORDER BY games.game_id
