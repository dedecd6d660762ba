-- Purpose: players and their results as a table to take away. Grain: a seat of a game.
SELECT game_id, seat, name, player_id, rating, score, place, won, turns
FROM seats
SEMI JOIN selection USING (game_id)
ORDER BY game_id, seat
