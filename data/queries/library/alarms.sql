-- Purpose: where a run failed more, or understood less, than its source did before. Grain: a source
-- (empty: all together) and what rose. Each file counts once, when it first came.
WITH first AS (
    SELECT files.*
    FROM files
    JOIN imports USING (import_id)
    WHERE imports.kind <> 'reimport' AND files.read > 0
    QUALIFY row_number() OVER (PARTITION BY files.hash ORDER BY files.import_id, files.file) = 1
),
counted AS (
    SELECT
        coalesce(importer, '') AS importer,
        import_id = $import_id AS now,
        sum(read - duplicate)::BIGINT AS n,
        sum(rejected)::BIGINT AS rejected,
        sum(unknown)::BIGINT AS unknown
    FROM first
    WHERE import_id <= $import_id
    GROUP BY GROUPING SETS ((importer, import_id = $import_id), (import_id = $import_id))
    HAVING importer IS NOT NULL OR GROUPING(importer) = 1
),
compared AS (
    SELECT
        today.importer,
        unnest(['rejected', 'unknown']) AS what,
        unnest([today.rejected, today.unknown]) AS hits,
        today.n,
        unnest([past.rejected, past.unknown]) AS past_hits,
        past.n AS past_n
    FROM counted AS today
    JOIN counted AS past ON past.importer = today.importer AND NOT past.now
    WHERE today.now
),
new_types AS (
    SELECT files.importer, list(DISTINCT type ORDER BY type) AS types
    FROM unknown_types
    JOIN files USING (import_id, file)
    WHERE
        import_id = $import_id
        AND type NOT IN (SELECT u.type FROM unknown_types AS u WHERE u.import_id < $import_id)
    GROUP BY files.importer
)
SELECT
    compared.*,
    CASE WHEN compared.what = 'unknown' THEN coalesce(new_types.types, []) ELSE [] END AS types
FROM compared
LEFT JOIN new_types USING (importer)
WHERE
    n >= $least
    AND past_n >= $least
    AND wilson_low(hits, n) > wilson_high(past_hits, past_n)
    AND hits / n - past_hits / past_n >= $jump
ORDER BY compared.importer = '', compared.importer, compared.what
