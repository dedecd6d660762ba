-- Purpose: the games that wait, and those given up. Grain: a game and depth.
SELECT review_queue.place, game_id, games.game, depth, failed
FROM review_queue
JOIN games USING (game_id)
ORDER BY review_queue.place
