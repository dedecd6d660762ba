-- Purpose: which games of a batch are in the store already. Grain: a game of the table `incoming`
-- (place, hash, natural_key) and a stored game that is the same, `same_content` or only in name.
SELECT
    incoming.place,
    games.game_id,
    games.status,
    games.plies,
    games.hash = incoming.hash AS same_content
FROM incoming
JOIN games ON games.hash = incoming.hash
UNION ALL
SELECT incoming.place, games.game_id, games.status, games.plies, FALSE
FROM incoming
JOIN games ON games.natural_key = incoming.natural_key AND games.hash <> incoming.hash
ORDER BY incoming.place
