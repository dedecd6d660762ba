-- Purpose: which of these tables' logs were read. Grain: a table's game, or its rejected log. A
-- companion that was rejected, as it came alone, is no log: it names no game, and is never done.
SELECT source_id, import_id, game_id
FROM games
WHERE importer = $importer AND list_contains($tables::VARCHAR[], source_id)
UNION ALL
SELECT rejected.id, files.import_id, NULL
FROM rejected
JOIN files ON files.hash = rejected.file_hash
WHERE
    rejected.importer = $importer
    AND list_contains($tables::VARCHAR[], rejected.id)
    AND (files.done OR rejected.game IS NOT NULL)
