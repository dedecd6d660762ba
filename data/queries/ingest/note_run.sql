-- Purpose: the books of a run, brought up to date with each batch. Grain: a run, its files that
-- have changed, and what was read since.
DELETE FROM files
WHERE (import_id, file) IN (SELECT (import_id, file) FROM run_files);
INSERT INTO files BY NAME SELECT * FROM run_files;
DELETE FROM imports WHERE import_id IN (SELECT import_id FROM run);
INSERT INTO imports BY NAME SELECT * FROM run;
INSERT INTO verdicts BY NAME SELECT * FROM new_verdicts;
DELETE FROM unknown_types
WHERE (import_id, file) IN (SELECT (import_id, file) FROM new_unknown);
INSERT INTO unknown_types BY NAME SELECT * FROM new_unknown;
INSERT INTO companions BY NAME
SELECT new_companions.*
FROM new_companions
ANTI JOIN companions USING (raw, inside, source_id);
UPDATE store SET version = version + 1;
