-- Purpose: store the effects at hand of games that are kept. Grain: an effect.
INSERT INTO effect_rows BY NAME
SELECT
    kept.new_id AS game_id,
    at_hand.ply,
    at_hand.turn,
    at_hand.seat,
    events.event,
    at_hand.amount,
    at_hand.q,
    at_hand.r,
    at_hand.other_q,
    at_hand.other_r
FROM at_hand
JOIN kept ON kept.job_number = at_hand.job_number AND kept.local_id = at_hand.game_id
JOIN events USING (kind, what, cause)
ORDER BY kept.new_id, at_hand.file_row_number;
