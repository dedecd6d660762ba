-- Purpose: logs that a dialect may make more of: they broke the rules, nothing told what they are,
-- or nothing in them was known. Grain: such a log in a kept file, the last imported first.
WITH found AS (
    -- A companion that came alone is no log: it names no game, and is never done.
    SELECT
        files.import_id, files.file, rejected.line, rejected.id, rejected.game, rejected.reason
    FROM rejected
    JOIN files ON files.hash = rejected.file_hash
    WHERE rejected.importer = $importer AND (files.done OR rejected.game IS NOT NULL)
    UNION ALL
    SELECT import_id, file, line, source_id, game, remark
    FROM games
    WHERE
        status = 'log only'
        AND importer = $importer
        AND (header -> '$.meta.unknown_types') IS NOT NULL
)
SELECT
    raw.hash,
    files.inside,
    files.name,
    imports.started AS imported,
    found.id,
    found.game,
    found.reason
FROM found
JOIN files USING (import_id, file)
JOIN raw ON raw.hash = files.raw
JOIN imports USING (import_id)
QUALIFY row_number() OVER (
    PARTITION BY raw.hash, files.inside, found.line, found.id ORDER BY found.import_id DESC
) = 1
ORDER BY found.import_id DESC, found.file, found.line
LIMIT $limit
