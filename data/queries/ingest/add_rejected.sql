-- Purpose: keep what was rejected, each fault of a file once. Grain: a batch.
INSERT INTO rejected BY NAME
SELECT new_rejected.*
FROM new_rejected
ANTI JOIN rejected
    ON rejected.file_hash = new_rejected.file_hash
    AND rejected.line = new_rejected.line
    AND rejected.part = new_rejected.part
    AND rejected.reason = new_rejected.reason
-- The same file under two names may be in one batch.
QUALIFY
    row_number() OVER (
        PARTITION BY
            new_rejected.file_hash, new_rejected.line, new_rejected.part, new_rejected.reason
        ORDER BY new_rejected.rejected_id
    ) = 1;
