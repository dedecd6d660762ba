-- Purpose: make exercises, due at once, of mistakes that have none. Grain: a row of `new_exercises`.
INSERT INTO exercises BY NAME
SELECT
    (SELECT coalesce(max(exercise_id), 0) FROM exercises) + row_number() OVER (ORDER BY place) AS exercise_id,
    * EXCLUDE (place)
FROM new_exercises;
UPDATE store SET version = version + 1;
