-- Purpose: who sat where in one game, and how it ended for them. Grain: a seat.
SELECT seat, name, score, place, won, turns
FROM seats
WHERE game_id = $game_id
ORDER BY seat
