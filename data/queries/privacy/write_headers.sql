-- Purpose: headers without a name. Grain: the games of the table `rewritten`.
UPDATE exercises
SET table_key = coalesce(rewritten.natural_key, rewritten.hash)
FROM rewritten
WHERE exercises.table_key = rewritten.table_key;
UPDATE games
SET header = rewritten.header, hash = rewritten.hash, natural_key = rewritten.natural_key
FROM rewritten
WHERE games.game_id = rewritten.game_id;
