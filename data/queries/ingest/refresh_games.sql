-- Purpose: note that today's importer reads a game the same. Grain: a game of the table `refreshed`.
UPDATE games SET importer_version = refreshed.importer_version
FROM refreshed
WHERE games.game_id = refreshed.game_id;
