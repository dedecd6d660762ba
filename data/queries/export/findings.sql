-- Purpose: facts about plies as a table to take away. Grain: a fact.
SELECT game_id, ply, seat, key, points, q, r, words
FROM findings
SEMI JOIN selection USING (game_id)
ORDER BY game_id, ply, key
