-- Purpose: everything of one game but its seats and moves. Grain: one game.
SELECT
    games.game_id, games.game, games.status, games.grade, games.date, games.source, games.source_id,
    games.board, games.players, games.plies, games.turns, games.reason, games.remark,
    games.rules_version, games.importer, games.importer_version, files.name AS file, games.line,
    games.header
FROM games
JOIN files USING (import_id, file)
WHERE games.game_id = $game_id
