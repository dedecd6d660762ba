-- Purpose: the games of a person. Grain: a game.
SELECT DISTINCT game_id FROM seats WHERE name = $name ORDER BY game_id
