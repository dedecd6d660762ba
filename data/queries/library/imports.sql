-- Purpose: what was imported when, and what became of it. Grain: a run of import.
SELECT import_id, started, ended, state, files, read, stored, replaced, duplicate, rejected
FROM imports
ORDER BY import_id DESC
LIMIT $limit
