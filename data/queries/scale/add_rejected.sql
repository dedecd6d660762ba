-- Purpose: keep what was rejected, each fault of a file once. Grain: a fault.
INSERT INTO rejected BY NAME
SELECT
    at_hand.* EXCLUDE (job_number, file_row_number) REPLACE (
        faults.new_id AS rejected_id,
        faults.file_hash AS file_hash,
        faults.name AS file,
        faults.line AS line,
        faults.part AS part
    )
FROM at_hand
JOIN faults ON faults.job_number = at_hand.job_number AND faults.rejected_id = at_hand.rejected_id
ORDER BY faults.new_id;
