-- Purpose: take games out of the queue, or say why they were given up. Grain: a game of `gone`.
DELETE FROM review_queue WHERE (game_id, depth) IN (SELECT (game_id, depth) FROM gone WHERE failed IS NULL);
UPDATE review_queue
SET failed = gone.failed
FROM gone
WHERE
    gone.failed IS NOT NULL
    AND review_queue.game_id = gone.game_id
    AND review_queue.depth = gone.depth;
