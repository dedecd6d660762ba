-- Purpose: what reviews say of seats as a table to take away. Grain: a seat of a game and depth.
SELECT game_id, depth, seat, decisions, loss, luck, result, luck_adjusted
FROM review_seats
SEMI JOIN selection USING (game_id)
ORDER BY game_id, depth, seat
