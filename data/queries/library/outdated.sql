-- Purpose: which kept files are worth another reading. Grain: a file, and why: its importer is
-- another today, or the rules are, or a companion has come. `current_importers` (importer, version)
-- and `current_rules` (game, version) say what holds today.
WITH latest AS (
    SELECT *
    FROM files
    WHERE raw IS NOT NULL AND done
    QUALIFY row_number() OVER (PARTITION BY raw, inside ORDER BY import_id DESC, file DESC) = 1
),
by_importer AS (
    SELECT raw, 'importer' AS why
    FROM latest
    JOIN current_importers ON current_importers.importer = coalesce(latest.importer, '')
    WHERE latest.importer_version IS DISTINCT FROM current_importers.version
),
by_rules AS (
    SELECT files.raw, 'rules' AS why
    FROM games
    JOIN files USING (import_id, file)
    JOIN current_rules USING (game)
    WHERE games.rules_version <> '' AND games.rules_version <> current_rules.version
    UNION ALL
    SELECT latest.raw, 'rules'
    FROM verdicts
    JOIN latest USING (import_id, file)
    JOIN current_rules USING (game)
    WHERE verdicts.rules_version <> current_rules.version
),
by_companion AS (
    SELECT latest.raw, 'companion' AS why
    FROM verdicts
    JOIN latest USING (import_id, file)
    JOIN companions
        ON companions.source_id = verdicts.id AND companions.importer = latest.importer
    WHERE
        companions.import_id > latest.import_id
        AND companions.raw <> latest.raw
        AND verdicts.fate <> 'companion'
)
SELECT raw.hash, found.why, raw.name, raw.size
FROM (FROM by_importer UNION ALL FROM by_rules UNION ALL FROM by_companion) AS found
JOIN raw ON raw.hash = found.raw
GROUP BY ALL
ORDER BY raw.hash, found.why
