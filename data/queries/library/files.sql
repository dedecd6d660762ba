-- Purpose: what became of each file of one run. Grain: a file.
SELECT
    file, name, size, hash, importer, importer_version,
    read, stored, replaced, duplicate, rejected, companion, problem
FROM files
WHERE import_id = $import_id
ORDER BY file
