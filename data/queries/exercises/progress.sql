-- Purpose: how a player stands. Grain: one row.
-- The streak is of right answers up to the last one. What is remembered is counted from answers to
-- exercises that had been answered on an earlier day (UTC).
WITH own AS (
    SELECT
        attempts.correct,
        attempts.attempt_id,
        attempts.last_answer IS NOT NULL
        AND (attempts.last_answer AT TIME ZONE 'UTC')::DATE < (attempts.answered AT TIME ZONE 'UTC')::DATE
            AS later
    FROM attempts
    JOIN exercises USING (exercise_id)
    WHERE exercises.name = $name AND ($game::VARCHAR IS NULL OR exercises.game = $game)
),
runs AS (
    SELECT correct, count(*) FILTER (NOT correct) OVER (ORDER BY attempt_id) AS run FROM own
),
lengths AS (
    SELECT run, count(*) FILTER (correct) AS length FROM runs GROUP BY run
)
SELECT
    (SELECT count(*) FROM own) AS attempts,
    (SELECT count(*) FILTER (correct) FROM own) AS correct,
    (SELECT count(*) FILTER (later) FROM own) AS recalls,
    (SELECT count(*) FILTER (later AND correct) FROM own) AS recalled,
    (SELECT count(*) FILTER (later AND correct) / nullif(count(*) FILTER (later), 0) FROM own) AS retention,
    (SELECT wilson_low(count(*) FILTER (later AND correct), count(*) FILTER (later)) FROM own) AS low,
    (SELECT wilson_high(count(*) FILTER (later AND correct), count(*) FILTER (later)) FROM own) AS high,
    coalesce((SELECT arg_max(length, run) FROM lengths), 0) AS streak,
    coalesce((SELECT max(length) FROM lengths), 0) AS longest
