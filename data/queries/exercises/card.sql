-- Purpose: what the scheduler knows of one exercise. Grain: one row at most.
SELECT state, step, stability, difficulty, due, last_answer
FROM exercises
WHERE exercise_id = $exercise_id
