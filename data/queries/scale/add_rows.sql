-- Purpose: store what belongs to the games at hand that are kept. Grain: a row of one table.
INSERT INTO rows_of_games BY NAME
SELECT at_hand.* EXCLUDE (job_number, file_row_number) REPLACE (kept.new_id AS game_id)
FROM at_hand
JOIN kept ON kept.job_number = at_hand.job_number AND kept.local_id = at_hand.game_id
ORDER BY kept.new_id, at_hand.file_row_number;
