-- Purpose: one table of some jobs, read from their shards. Grain: a row of it for each time that
-- the job stands in a plan.
CREATE TEMP VIEW at_hand AS
SELECT where_at_hand.job_number, shards.* EXCLUDE (filename)
FROM read_parquet(['files'], filename = TRUE, file_row_number = TRUE) AS shards
JOIN where_at_hand ON where_at_hand.filename = shards.filename
