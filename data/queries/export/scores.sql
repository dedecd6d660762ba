-- Purpose: points as a table to take away. Grain: a seat, a source and a turn in which it scored.
SELECT game_id, seat, source, turn, round, points
FROM scores
SEMI JOIN selection USING (game_id)
ORDER BY game_id, turn, seat, source
