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
counts AS (
    SELECT
        count(*) AS attempts,
        count(*) FILTER (correct) AS correct,
        count(*) FILTER (later) AS recalls,
        count(*) FILTER (later AND correct) AS recalled
    FROM own
),
runs AS (
    SELECT correct, count(*) FILTER (NOT correct) OVER (ORDER BY attempt_id) AS run FROM own
),
lengths AS (
    SELECT run, count(*) FILTER (correct) AS length FROM runs GROUP BY run
)
SELECT
    attempts,
    correct,
    recalls,
    recalled,
    recalled / nullif(recalls, 0) AS retention,
    CASE WHEN recalls > 0 THEN greatest(0, wilson_low(recalled, recalls)) END AS low,
    CASE WHEN recalls > 0 THEN least(1, wilson_high(recalled, recalls)) END AS high,
    coalesce((SELECT arg_max(length, run) FROM lengths), 0) AS streak,
    coalesce((SELECT max(length) FROM lengths), 0) AS longest
FROM counts
