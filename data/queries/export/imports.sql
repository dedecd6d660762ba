-- Purpose: runs of import as a table to take away. Grain: a run.
SELECT
    import_id, kind, started, ended, state, files, read, stored, replaced, duplicate, rejected,
    companion, removed
FROM imports
ORDER BY import_id
