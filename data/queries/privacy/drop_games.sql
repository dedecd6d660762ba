-- Purpose: what is stored of games beside their own rows, which `ingest/forget_games` deletes.
-- Grain: the games of the table `gone` (game_id). What they were is left out of the reports, whose
-- sums stay as they are; what the store was found to evaluate is of no game, so all of it goes.
UPDATE imports
SET removed = removed + counted.games
FROM (
    SELECT games.import_id, count(*) AS games
    FROM games
    WHERE games.game_id IN (SELECT game_id FROM gone)
    GROUP BY games.import_id
) AS counted
WHERE counted.import_id = imports.import_id;
DELETE FROM attempts WHERE exercise_id IN (
    SELECT exercise_id
    FROM exercises
    WHERE table_key IN (
        SELECT unnest([natural_key, hash]) FROM games WHERE game_id IN (SELECT game_id FROM gone)
    )
);
DELETE FROM exercises WHERE table_key IN (
    SELECT unnest([natural_key, hash]) FROM games WHERE game_id IN (SELECT game_id FROM gone)
);
DELETE FROM evaluations;
UPDATE verdicts
SET id = NULL, reason = 'It was deleted on request.', warnings = NULL, move = NULL
WHERE game_id IN (SELECT game_id FROM gone);
