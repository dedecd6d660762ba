-- Purpose: how many games the list has on all its pages. Grain: one row.
WITH at_table AS (
    SELECT game_id, string_agg(name, ' ' ORDER BY seat) AS names
    FROM seats
    SEMI JOIN selection USING (game_id)
    GROUP BY game_id
)
SELECT count(*) AS games
FROM games
JOIN at_table USING (game_id)
JOIN files USING (import_id, file)
WHERE
    $search = ''
    OR contains(
        lower(concat_ws(' ', at_table.names, games.source, games.source_id, files.name)),
        lower($search)
    )
