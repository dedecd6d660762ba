-- Purpose: moves as a table to take away. Grain: a ply of a game.
SELECT game_id, ply, seat, turn, kind::VARCHAR AS kind, text
FROM moves
SEMI JOIN selection USING (game_id)
ORDER BY game_id, ply
