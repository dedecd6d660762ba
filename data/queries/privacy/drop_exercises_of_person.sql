-- Purpose: a person's exercises go with them. Grain: an exercise.
DELETE FROM attempts WHERE exercise_id IN (SELECT exercise_id FROM exercises WHERE name = $name);
DELETE FROM exercises WHERE name = $name;
