-- Purpose: what became of everything read as a table to take away. Grain: a thing read by a run.
SELECT
    import_id, file, number, line, id, game, fate, status, game_id, ply, move, reason,
    array_to_string(warnings, ' ') AS warnings, array_to_string(legal, '; ') AS legal, rules_version
FROM verdicts
ORDER BY import_id, number
