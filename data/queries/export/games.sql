-- Purpose: games as a table to take away. Grain: a game of the table `selection`.
SELECT
    game_id, game, source, source_id, status, date, players, plies, turns, board, rules, reason,
    remark, rules_version, importer, importer_version
FROM games
SEMI JOIN selection USING (game_id)
ORDER BY game_id
