-- Purpose: the kept files that tell of these tables. Grain: a file and a table.
SELECT DISTINCT companions.raw AS hash, companions.inside, companions.source_id
FROM companions
JOIN raw ON raw.hash = companions.raw
WHERE list_contains($tables::VARCHAR[], companions.source_id)
ORDER BY ALL
