-- Purpose: exercises as a table to take away. Grain: an exercise of a game that is stored.
SELECT
    games.game_id, exercises.exercise_id, exercises.ply, exercises.seat, exercises.name,
    exercises.action, exercises.played, exercises.made, exercises.state, exercises.stability,
    exercises.difficulty, exercises.due, exercises.last_answer
FROM exercises
JOIN games ON coalesce(games.natural_key, games.hash) = exercises.table_key
SEMI JOIN selection USING (game_id)
ORDER BY games.game_id, exercises.exercise_id
