-- Purpose: every attempt of a player, in order. Grain: an attempt.
-- `again` tells the answers that were remembered or not from those given for the first time.
SELECT
    attempts.attempt_id,
    attempts.exercise_id,
    attempts.answered,
    exercises.game,
    exercises.action,
    attempts.move,
    attempts.loss,
    attempts.correct,
    attempts.rating,
    attempts.seconds,
    attempts.last_answer IS NOT NULL AS again
FROM attempts
JOIN exercises USING (exercise_id)
WHERE exercises.name = $name AND ($game::VARCHAR IS NULL OR exercises.game = $game)
ORDER BY attempts.attempt_id
