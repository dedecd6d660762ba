-- Purpose: points of one game as they grew. Grain: a seat, a source of points, a turn from 0.
WITH gained AS (
    SELECT seat, source, turn, points FROM scores WHERE game_id = $game_id
),
last_turn AS (
    SELECT greatest(
        (SELECT turns FROM games WHERE game_id = $game_id), coalesce(max(turn), 0)
    ) AS turn
    FROM gained
),
grid AS (
    SELECT seats.seat, sources.source, turns.turn
    FROM (SELECT seat FROM seats WHERE game_id = $game_id) AS seats
    CROSS JOIN (SELECT DISTINCT source FROM gained) AS sources
    CROSS JOIN (SELECT unnest(range(0, turn + 1)) AS turn FROM last_turn) AS turns
)
SELECT
    grid.seat,
    grid.source,
    grid.turn::INTEGER AS turn,
    sum(coalesce(gained.points, 0)) OVER (
        PARTITION BY grid.seat, grid.source ORDER BY grid.turn
    )::INTEGER AS points
FROM grid
LEFT JOIN gained USING (seat, source, turn)
ORDER BY grid.seat, grid.source, grid.turn
