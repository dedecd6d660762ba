-- Purpose: games that were not stored as a table to take away. Grain: a fault of a file.
SELECT
    rejected_id, file, line, part, id, game, status, importer, players, plies, date, ply, move,
    reason, array_to_string(legal, '; ') AS legal, excerpt, log
FROM rejected
ORDER BY rejected_id
