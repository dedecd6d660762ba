-- Purpose: one attempt, with the card as it was before it, and whether it is the last of its
-- exercise. Grain: one row at most.
SELECT
    attempts.* EXCLUDE (attempt_id),
    attempts.attempt_id = (
        SELECT max(others.attempt_id) FROM attempts AS others WHERE others.exercise_id = attempts.exercise_id
    ) AS is_last
FROM attempts
WHERE attempts.attempt_id = $attempt_id
