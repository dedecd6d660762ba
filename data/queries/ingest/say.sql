-- Purpose: say how a run stands. Grain: a run.
UPDATE imports SET state = $state WHERE import_id = $import_id;
UPDATE store SET version = version + 1;
