-- Purpose: games verified by other rules than today's, whose files were not kept. Grain: a game.
SELECT games.game_id
FROM games
JOIN current_rules USING (game)
JOIN files USING (import_id, file)
WHERE
    games.rules_version <> ''
    AND games.rules_version <> current_rules.version
    AND NOT EXISTS (FROM raw WHERE raw.hash = files.raw)
ORDER BY games.game_id
