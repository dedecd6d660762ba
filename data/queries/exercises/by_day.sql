-- Purpose: attempts over time. Grain: a day (UTC) on which something was answered.
SELECT
    (attempts.answered AT TIME ZONE 'UTC')::DATE AS day,
    count(*) AS attempts,
    count(*) FILTER (attempts.correct) AS correct
FROM attempts
JOIN exercises USING (exercise_id)
WHERE exercises.name = $name AND ($game::VARCHAR IS NULL OR exercises.game = $game)
GROUP BY day
ORDER BY day
