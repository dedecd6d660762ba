-- Purpose: answers to exercises as a table to take away. Grain: an answer.
SELECT
    games.game_id, attempts.attempt_id, attempts.exercise_id, attempts.answered, attempts.move,
    attempts.loss, attempts.correct, attempts.rating, attempts.seconds
FROM attempts
JOIN exercises USING (exercise_id)
JOIN games ON coalesce(games.natural_key, games.hash) = exercises.table_key
SEMI JOIN selection USING (game_id)
ORDER BY games.game_id, attempts.attempt_id
