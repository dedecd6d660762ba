-- Purpose: files read as a table to take away. Grain: a file of a run, of an archive what it holds.
SELECT
    import_id, file, name, size, hash, importer, importer_version, read, stored, replaced,
    duplicate, rejected, companion, unknown, done, problem
FROM files
ORDER BY import_id, file
