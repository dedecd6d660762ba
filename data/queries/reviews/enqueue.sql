-- Purpose: let games wait for a review, each once. Grain: a game of the table `asked`.
DELETE FROM review_queue WHERE failed IS NOT NULL AND game_id IN (SELECT game_id FROM asked);
INSERT INTO review_queue
SELECT
    (SELECT coalesce(max(place), 0) FROM review_queue) + row_number() OVER (ORDER BY asked.place),
    asked.game_id,
    asked.depth,
    NULL
FROM asked
WHERE NOT EXISTS (
    SELECT 1
    FROM review_queue
    WHERE review_queue.game_id = asked.game_id AND review_queue.depth = asked.depth
);
