-- Purpose: the moves of one game, as its log has them. Grain: a ply.
SELECT ply, seat, turn, kind::VARCHAR AS kind, text
FROM moves
WHERE game_id = $game_id
ORDER BY ply
