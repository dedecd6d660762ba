-- Purpose: number the files as the import does. Grain: a file, those inside archives too; without
-- names these are called by their number, too, which no job knows.
CREATE TEMP TABLE file_rows AS
WITH files_read AS (
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
),
called AS (
    SELECT
        files_read.* REPLACE (
            CASE
                WHEN sources.nameless AND files_read.inside <> '' THEN
                    '/file '
                    || row_number() OVER (PARTITION BY plan, inside <> '' ORDER BY source, sub)
                    || regexp_extract(inside, '(\.[a-z0-9]{1,8}){1,2}$')
                ELSE files_read.inside
            END AS inside
        ),
        sources.name AS of_source,
        sources.digest AS hash
    FROM files_read
    JOIN sources USING (plan, source)
)
SELECT
    called.* EXCLUDE (of_source),
    row_number() OVER (PARTITION BY plan ORDER BY source, sub)::INTEGER AS file,
    of_source || inside AS name
FROM called;
