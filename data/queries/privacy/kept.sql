-- Purpose: the files that are kept. Grain: a file.
SELECT hash, name FROM raw ORDER BY hash
