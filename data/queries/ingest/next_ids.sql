-- Purpose: the first free number of each table that has numbers. Grain: one row.
SELECT
    (SELECT coalesce(max(import_id), 0) + 1 FROM imports) AS import_id,
    (SELECT coalesce(max(game_id), 0) + 1 FROM games) AS game_id,
    (SELECT coalesce(max(rejected_id), 0) + 1 FROM rejected) AS rejected_id
