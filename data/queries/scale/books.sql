-- Purpose: the books of all imports. Grain: a thing read; a file; a type of events; an import.
INSERT INTO verdicts BY NAME
SELECT
    plan AS import_id,
    file,
    -- Companions are placed when all logs are read.
    row_number() OVER (PARTITION BY plan ORDER BY companion_of IS NOT NULL, seq) AS number,
    line,
    id,
    game,
    fate,
    status,
    game_id,
    ply,
    move,
    reason,
    warnings,
    legal,
    rules_version
FROM settled
ORDER BY import_id, number;
INSERT INTO files BY NAME
SELECT
    file_rows.plan AS import_id,
    file_rows.file,
    file_rows.name,
    CASE WHEN file_rows.inside = '' THEN sources.size END AS size,
    file_rows.hash,
    file_rows.importer,
    file_rows.importer_version,
    coalesce(read.read, 0) AS read,
    coalesce(read.stored, 0) AS stored,
    coalesce(read.replaced, 0) AS replaced,
    coalesce(read.duplicate, 0) AS duplicate,
    coalesce(read.rejected, 0) AS rejected,
    coalesce(read.companion, 0) AS companion,
    sources.problem,
    file_rows.source + 1 AS input,
    file_rows.inside,
    nullif(sources.digest, '') AS raw,
    sources.modified,
    file_rows.beside,
    file_rows.unknown,
    sources.problem IS NULL
        AND NOT coalesce(bool_or(read.lonely) OVER (PARTITION BY plan, source), FALSE) AS done
FROM file_rows
JOIN sources USING (plan, source)
LEFT JOIN (
    SELECT
        plan,
        file,
        count_if(fate <> 'companion') AS read,
        count_if(fate = 'stored') AS stored,
        count_if(fate = 'replaced') AS replaced,
        count_if(fate = 'duplicate') AS duplicate,
        count_if(fate = 'rejected') AS rejected,
        count_if(fate = 'companion') AS companion,
        bool_or(companion_of IS NOT NULL AND fate = 'rejected') AS lonely
    FROM settled
    GROUP BY plan, file
) AS read USING (plan, file)
ORDER BY import_id, file;
INSERT INTO unknown_types BY NAME
SELECT
    plan AS import_id,
    file,
    entry.type AS type,
    sum(entry.games)::BIGINT AS games,
    sum(entry.events)::BIGINT AS events
FROM (SELECT plan, source, sub, unnest(types) AS entry FROM opened_all)
JOIN file_rows USING (plan, source, sub)
GROUP BY ALL
ORDER BY ALL;
INSERT INTO imports BY NAME
SELECT
    planned_runs.plan AS import_id,
    planned_runs.begun AS started,
    planned_runs.ended,
    'done' AS state,
    planned_runs.files,
    coalesce(sum(files.read), 0) AS read,
    coalesce(sum(files.stored), 0) AS stored,
    coalesce(sum(files.replaced), 0) AS replaced,
    coalesce(sum(files.duplicate), 0) AS duplicate,
    coalesce(sum(files.rejected), 0) AS rejected,
    coalesce(sum(files.companion), 0) AS companion
FROM planned_runs
LEFT JOIN files ON files.import_id = planned_runs.plan
GROUP BY ALL
ORDER BY import_id;
UPDATE store SET version = version + 1;
