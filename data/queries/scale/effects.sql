-- Purpose: effects as the record of a job. Grain: an effect, by game and ply; those of one ply come
-- in an order that means nothing and is the same for every worker.
FROM effects ORDER BY ALL
