-- Purpose: number the files as the import does. Grain: a file, those inside archives too.
CREATE TEMP TABLE file_rows AS
SELECT
    files_read.*,
    row_number() OVER (PARTITION BY plan ORDER BY source, sub)::INTEGER AS file,
    sources.name || files_read.inside AS name,
    sources.digest AS hash
FROM (
    SELECT
        plan,
        source,
        sub,
        any_value(inside) AS inside,
        arg_min(importer, seq) AS importer,
        arg_min(importer_version, seq) AS importer_version,
        max(beside) AS beside,
        sum(unknown)::BIGINT AS unknown
    FROM opened_all
    GROUP BY ALL
    UNION ALL
    SELECT plan, source, 0, '', NULL, NULL, '', 0 FROM sources WHERE problem IS NOT NULL
) AS files_read
JOIN sources USING (plan, source);
