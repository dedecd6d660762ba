-- Purpose: which games of a batch are in the store already. Grain: a game of the table `incoming`
-- (place, hash, natural_key, origin) and a stored game that is the same: by its content, only by
-- its name, or as the one that was stored from there when the file was read before.
WITH known AS (
    SELECT incoming.place, 'content' AS how, games.*
    FROM incoming
    JOIN games ON games.hash = incoming.hash
    UNION ALL BY NAME
    SELECT incoming.place, 'name' AS how, games.*
    FROM incoming
    JOIN games ON games.natural_key = incoming.natural_key AND games.hash <> incoming.hash
    UNION ALL BY NAME
    SELECT incoming.place, 'origin' AS how, games.*
    FROM incoming
    JOIN games ON games.game_id = incoming.origin
)
SELECT place, how, game_id, status, plies, rules_version, importer, importer_version
FROM known
ORDER BY place
