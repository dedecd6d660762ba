-- Purpose: how well exercises are answered. Grain: a game and kind of move, of one player.
SELECT
    exercises.game,
    exercises.action,
    count(*) AS attempts,
    count(*) FILTER (attempts.correct) AS correct,
    count(*) FILTER (attempts.correct) / count(*) AS rate,
    greatest(0, wilson_low(count(*) FILTER (attempts.correct), count(*))) AS low,
    least(1, wilson_high(count(*) FILTER (attempts.correct), count(*))) AS high,
    avg(attempts.seconds) AS seconds,
    count(DISTINCT attempts.exercise_id) AS exercises
FROM attempts
JOIN exercises USING (exercise_id)
WHERE exercises.name = $name AND ($game::VARCHAR IS NULL OR exercises.game = $game)
GROUP BY exercises.game, exercises.action
ORDER BY attempts DESC, exercises.game, exercises.action
