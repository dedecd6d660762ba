-- Purpose: games in whose header a name stands, and what exercises know their table by.
-- Grain: a game.
SELECT game_id, coalesce(natural_key, hash) AS table_key
FROM games
WHERE regexp_matches(header, $pattern)
ORDER BY game_id
