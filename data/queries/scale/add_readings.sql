-- Purpose: what some jobs read, with its place in the whole. Grain: one row each thing read.
INSERT INTO read_all BY NAME
SELECT
    at_hand.* EXCLUDE (number, piece, opened, game_id, file_row_number)
        REPLACE (at_hand.line + pieces.lines AS line),
    at_hand.job_number::BIGINT << 32 | at_hand.number AS seq,
    pieces.plan,
    pieces.source,
    CASE WHEN pieces.whole THEN at_hand.opened ELSE 0 END AS sub,
    at_hand.game_id AS local_id
FROM at_hand
JOIN pieces ON pieces.job_number = at_hand.job_number AND pieces.piece = at_hand.piece
ORDER BY seq;
