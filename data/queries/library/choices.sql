-- Purpose: what the filters can offer. Grain: a field and a value, of one game or ($game null) all.
WITH chosen AS (
    SELECT * FROM games WHERE $game::VARCHAR IS NULL OR game = $game
),
found AS (
    SELECT 'game' AS field, game AS value, count(*) AS games FROM chosen GROUP BY game
    UNION ALL
    -- Games without moves are never part of a statistic, so nobody is offered to add them.
    SELECT 'status', status, count(*) FROM chosen WHERE status <> 'log only' GROUP BY status
    UNION ALL
    SELECT 'source', source, count(*) FROM chosen GROUP BY source
    UNION ALL
    SELECT 'board', board, count(*) FROM chosen WHERE board IS NOT NULL GROUP BY board
    UNION ALL
    SELECT 'players', players::VARCHAR, count(*) FROM chosen GROUP BY players
    UNION ALL
    SELECT 'seat', seat::VARCHAR, count(*) FROM seats SEMI JOIN chosen USING (game_id) GROUP BY seat
    UNION ALL
    SELECT 'date_from', min(date)::VARCHAR, count(date) FROM chosen HAVING count(date) > 0
    UNION ALL
    SELECT 'date_to', max(date)::VARCHAR, count(date) FROM chosen HAVING count(date) > 0
)
SELECT field, value, games
FROM found
ORDER BY field, games DESC, value
