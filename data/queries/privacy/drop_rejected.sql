-- Purpose: forget games that were not stored. Grain: those of the table `gone_rejected`.
UPDATE verdicts
SET id = NULL, reason = 'It was deleted on request.', warnings = NULL, move = NULL
WHERE fate = 'rejected' AND (import_id, file, line) IN (
    SELECT (files.import_id, files.file, rejected.line)
    FROM rejected
    JOIN files ON files.hash = rejected.file_hash
    WHERE rejected.rejected_id IN (SELECT rejected_id FROM gone_rejected)
);
DELETE FROM rejected WHERE rejected_id IN (SELECT rejected_id FROM gone_rejected);
