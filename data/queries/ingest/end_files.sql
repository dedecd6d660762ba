-- Purpose: files of a run were read to their ends: they are done, and faults that were found there
-- before and are found no more are forgotten. Grain: what the run was given under these numbers.
UPDATE files SET done = TRUE
FROM ended
WHERE files.import_id = ended.import_id AND files.input = ended.input;
DELETE FROM rejected
WHERE file_hash IN (
    SELECT files.hash FROM files JOIN ended USING (import_id, input) WHERE files.hash <> ''
)
AND NOT EXISTS (
    FROM verdicts
    JOIN files USING (import_id, file)
    JOIN ended USING (import_id, input)
    WHERE
        verdicts.fate = 'rejected'
        AND files.hash = rejected.file_hash
        AND verdicts.line = rejected.line
        AND verdicts.reason = rejected.reason
);
