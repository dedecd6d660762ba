-- Purpose: store the games at hand that are kept. Grain: a game.
INSERT INTO games BY NAME
SELECT
    at_hand.* EXCLUDE (job_number, file_row_number) REPLACE (
        kept.new_id AS game_id,
        kept.hash AS hash,
        kept.natural_key AS natural_key,
        kept.plan AS import_id,
        kept.file AS file,
        kept.line AS line
    )
FROM at_hand
JOIN kept ON kept.job_number = at_hand.job_number AND kept.local_id = at_hand.game_id
ORDER BY kept.new_id;
