-- Purpose: the books of a run, brought up to date with each batch. Grain: a run and its files.
DELETE FROM files
WHERE (import_id, file) IN (SELECT (import_id, file) FROM run_files);
INSERT INTO files BY NAME SELECT * FROM run_files;
DELETE FROM imports WHERE import_id IN (SELECT import_id FROM run);
INSERT INTO imports BY NAME SELECT * FROM run;
UPDATE store SET version = version + 1;
