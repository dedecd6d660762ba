-- Purpose: how many games were verified by which version of the rules. Grain: a game and a version
-- that is not today's.
SELECT games.game, games.rules_version, current_rules.version AS today, count(*) AS games
FROM games
JOIN current_rules USING (game)
WHERE games.rules_version <> '' AND games.rules_version <> current_rules.version
GROUP BY ALL
ORDER BY games.game, games.rules_version
