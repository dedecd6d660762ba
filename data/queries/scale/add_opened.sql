-- Purpose: the files of some jobs. Grain: a file of a job; one that was cut has several.
INSERT INTO opened_all BY NAME
SELECT
    at_hand.* EXCLUDE (job_number, piece, opened, file_row_number),
    pieces.plan,
    pieces.source,
    CASE WHEN pieces.whole THEN at_hand.opened ELSE 0 END AS sub,
    at_hand.job_number::BIGINT << 32 | at_hand.opened AS seq
FROM at_hand
JOIN pieces ON pieces.job_number = at_hand.job_number AND pieces.piece = at_hand.piece;
