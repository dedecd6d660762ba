-- Purpose: effects as a table to take away. Grain: an effect of a ply.
SELECT game_id, ply, turn, seat, kind, what, cause, amount, q, r, other_q, other_r
FROM effects
SEMI JOIN selection USING (game_id)
ORDER BY game_id, ply
