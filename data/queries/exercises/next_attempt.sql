-- Purpose: the first free number of an attempt. Grain: one row.
SELECT coalesce(max(attempt_id), 0) + 1 AS attempt_id FROM attempts
