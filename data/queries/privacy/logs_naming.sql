-- Purpose: stored headers in which a name stands. Grain: a game, with what its hash is made of.
SELECT game_id, hash, natural_key, header
FROM games
WHERE regexp_matches(header, $pattern)
ORDER BY game_id
