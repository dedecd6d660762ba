-- Purpose: the log of a stored game, to be compared with another. Grain: one game.
SELECT
    header,
    (SELECT list(text ORDER BY ply) FROM moves WHERE moves.game_id = games.game_id) AS moves
FROM games
WHERE game_id = $game_id
