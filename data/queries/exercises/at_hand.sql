-- Purpose: own mistakes by the deepest review of each stored game, with their exercises, if any.
-- Grain: a labelled decision of the player (of all players where $name is null).
WITH deepest AS (
    SELECT game_id, arg_max(depth, list_position($depths::VARCHAR[], depth)) AS depth
    FROM reviews
    GROUP BY game_id
)
SELECT
    exercises.exercise_id,
    decisions.game_id,
    coalesce(games.natural_key, games.hash) AS table_key,
    decisions.ply,
    decisions.seat,
    decisions.turn,
    seats.name,
    games.game,
    games.date,
    decisions.depth,
    decisions.action,
    decisions.played,
    decisions.label,
    decisions.loss,
    decisions.low,
    decisions.avoidable,
    exercises.due,
    exercises.last_answer
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
WHERE
    list_contains($labels::VARCHAR[], decisions.label)
    AND ($name::VARCHAR IS NULL OR seats.name = $name)
    AND ($game::VARCHAR IS NULL OR games.game = $game)
ORDER BY decisions.avoidable DESC, decisions.low DESC, decisions.game_id, decisions.ply
