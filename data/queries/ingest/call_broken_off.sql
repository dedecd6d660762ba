-- Purpose: name the runs that were killed, drop the beginnings of files that they were keeping.
-- Grain: all runs; asked before any run begins.
UPDATE imports SET state = 'broken off' WHERE state IN ('running', 'paused');
DELETE FROM raw_pieces WHERE hash NOT IN (SELECT hash FROM raw);
