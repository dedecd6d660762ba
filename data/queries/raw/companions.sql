-- Purpose: the kept files that tell of these tables. Grain: a file.
SELECT DISTINCT companions.raw AS hash
FROM companions
JOIN raw ON raw.hash = companions.raw
WHERE list_contains($tables::VARCHAR[], companions.source_id)
ORDER BY ALL
