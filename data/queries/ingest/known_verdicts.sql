-- Purpose: what became of the games of a file the last time. Grain: a thing read, a page of them.
SELECT
    number, line, id, game, fate, status, game_id, ply, move, reason, warnings, legal, rules_version
FROM verdicts
WHERE import_id = $import_id AND file = $file AND number > $after
ORDER BY number
LIMIT $limit
