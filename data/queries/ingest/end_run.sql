-- Purpose: close the books of a run that failed, which hold its whole batches. Grain: a run.
UPDATE imports SET state = 'failed', ended = now() WHERE import_id = $import_id
