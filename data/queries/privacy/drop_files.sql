-- Purpose: keep these files no longer, and read them when they come again. Grain: the files of the
-- table `dropped` (hash).
DELETE FROM raw_pieces WHERE hash IN (SELECT hash FROM dropped);
DELETE FROM raw WHERE hash IN (SELECT hash FROM dropped);
DELETE FROM companions WHERE raw IN (SELECT hash FROM dropped);
UPDATE files SET done = FALSE WHERE raw IN (SELECT hash FROM dropped);
