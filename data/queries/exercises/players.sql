-- Purpose: who has own mistakes to practise. Grain: a name.
WITH deepest AS (
    SELECT game_id, arg_max(depth, list_position($depths::VARCHAR[], depth)) AS depth
    FROM reviews
    GROUP BY game_id
)
SELECT
    seats.name,
    count(*) AS mistakes,
    count(exercises.exercise_id) AS exercises,
    count(*) FILTER (exercises.due <= $now) AS due,
    count(DISTINCT decisions.game_id) AS games
FROM decisions
JOIN deepest USING (game_id, depth)
JOIN games USING (game_id)
JOIN seats USING (game_id, seat)
LEFT JOIN exercises
    ON exercises.table_key = coalesce(games.natural_key, games.hash)
    AND exercises.ply = decisions.ply
    AND exercises.seat = decisions.seat
    AND exercises.played = decisions.played
    AND exercises.name = seats.name
WHERE list_contains($labels::VARCHAR[], decisions.label)
GROUP BY seats.name
ORDER BY due DESC, exercises DESC, mistakes DESC, seats.name
