-- Purpose: files that can be read again. Grain: a file, with the ids of what was read in it.
SELECT
    raw.hash,
    raw.name,
    raw.size,
    list(DISTINCT verdicts.id) FILTER (verdicts.id IS NOT NULL) AS tables,
    min((files.import_id, files.file)) AS came
FROM raw
JOIN files ON files.raw = raw.hash
LEFT JOIN verdicts USING (import_id, file)
WHERE
    ($importer::VARCHAR IS NULL OR files.importer = $importer)
    AND ($hashes::VARCHAR[] IS NULL OR list_contains($hashes::VARCHAR[], raw.hash))
    AND files.companion = 0
GROUP BY raw.hash, raw.name, raw.size
ORDER BY came
