-- Purpose: kept files out of which games came, whatever became of them, or that tell of their
-- tables. Grain: a kept file. `gone` (game_id) are the games, `gone_rejected` those not stored.
SELECT files.raw AS hash
FROM verdicts
JOIN files USING (import_id, file)
WHERE verdicts.game_id IN (SELECT game_id FROM gone) AND files.raw IS NOT NULL
UNION
SELECT files.raw
FROM games
JOIN files USING (import_id, file)
WHERE games.game_id IN (SELECT game_id FROM gone) AND files.raw IS NOT NULL
UNION
-- Another log of the same table, which one of these has taken the place of.
SELECT files.raw
FROM games
JOIN verdicts ON verdicts.id = games.source_id AND verdicts.game = games.game
JOIN files ON (files.import_id, files.file) = (verdicts.import_id, verdicts.file)
WHERE games.game_id IN (SELECT game_id FROM gone) AND files.raw IS NOT NULL
UNION
SELECT files.raw
FROM rejected
JOIN files ON files.hash = rejected.file_hash
WHERE rejected.rejected_id IN (SELECT rejected_id FROM gone_rejected) AND files.raw IS NOT NULL
UNION
SELECT companions.raw
FROM companions
JOIN games USING (source_id)
WHERE games.game_id IN (SELECT game_id FROM gone)
ORDER BY hash
