-- Purpose: what was imported when, and what became of it. Grain: a run of import.
SELECT
    import_id, kind, started, ended, state, files,
    read, stored, replaced, duplicate, rejected, companion, removed
FROM imports
ORDER BY import_id DESC
LIMIT $limit
