-- Purpose: keep attempts and the cards after them; one that is there already is rated anew.
-- Grain: a row of `new_attempts`, and of `new_cards` for its exercise.
DELETE FROM attempts WHERE attempt_id IN (SELECT attempt_id FROM new_attempts);
INSERT INTO attempts BY NAME SELECT * FROM new_attempts;
UPDATE exercises
SET
    state = new_cards.state,
    step = new_cards.step,
    stability = new_cards.stability,
    difficulty = new_cards.difficulty,
    due = new_cards.due,
    last_answer = new_cards.last_answer
FROM new_cards
WHERE exercises.exercise_id = new_cards.exercise_id;
UPDATE store SET version = version + 1;
