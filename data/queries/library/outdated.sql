-- Purpose: which kept files are worth another reading. Grain: a file, and why: its importer is
-- another today, or a dialect chosen for it is gone, or the rules are others, or a companion has
-- come. `current_importers` (importer, version), `current_choices` (hash of a file for which
-- something was chosen, importer, version: null where it cannot hold) and `current_rules` (game,
-- version) say what holds today.
WITH latest AS (
    SELECT *
    FROM files
    WHERE raw IS NOT NULL AND done
    QUALIFY row_number() OVER (PARTITION BY raw, inside ORDER BY import_id DESC, file DESC) = 1
),
by_importer AS (
    SELECT
        latest.raw,
        CASE
            WHEN current_choices.hash IS NOT NULL AND current_choices.version IS NULL THEN 'choice'
            ELSE 'importer'
        END AS why
    FROM latest
    JOIN current_importers ON current_importers.importer = coalesce(latest.importer, '')
    LEFT JOIN current_choices
        ON current_choices.hash = latest.raw
        AND current_choices.importer = current_importers.importer
    WHERE
        latest.importer_version IS DISTINCT FROM
        CASE
            WHEN current_choices.hash IS NULL THEN current_importers.version
            ELSE current_choices.version
        END
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
