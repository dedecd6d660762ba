-- Purpose: keep what was found of positions. Grain: a key.
INSERT INTO evaluations SELECT key, found FROM new_evaluations;
