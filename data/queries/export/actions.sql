-- Purpose: decisions counted, as a table to take away. Grain: a seat of a game and a word.
SELECT game_id, seat, action, moves
FROM actions
SEMI JOIN selection USING (game_id)
ORDER BY game_id, seat, action
