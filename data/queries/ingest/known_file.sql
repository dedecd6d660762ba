-- Purpose: how a file that comes again was read the last time. Grain: a file, of an archive each
-- file inside.
WITH latest AS (
    SELECT import_id, input
    FROM files
    WHERE raw = $raw AND done
    ORDER BY import_id DESC, input DESC
    LIMIT 1
),
entries AS (
    SELECT files.* FROM files JOIN latest USING (import_id, input)
),
said AS (
    SELECT
        verdicts.import_id,
        verdicts.file,
        count(*) FILTER (
            verdicts.fate <> 'rejected'
            AND verdicts.game_id IS NOT NULL
            AND NOT EXISTS (FROM games WHERE games.game_id = verdicts.game_id)
        ) AS gone,
        list(DISTINCT [verdicts.game, verdicts.rules_version])
            FILTER (verdicts.rules_version IS NOT NULL) AS judged_by,
        list(DISTINCT verdicts.id) FILTER (verdicts.id IS NOT NULL) AS ids
    FROM verdicts
    SEMI JOIN entries USING (import_id, file)
    GROUP BY ALL
)
SELECT
    entries.import_id,
    entries.file,
    entries.inside,
    entries.importer,
    entries.importer_version,
    entries.beside,
    coalesce(said.gone, 0) AS gone,
    said.judged_by,
    CASE WHEN len(said.ids) <= 1000 THEN said.ids END AS ids
FROM entries
LEFT JOIN said USING (import_id, file)
ORDER BY entries.file
