-- Purpose: store games of one kind with everything of theirs. Grain: a batch.
INSERT INTO games BY NAME SELECT * FROM new_games;
INSERT INTO seats BY NAME SELECT * FROM new_seats;
INSERT INTO moves BY NAME SELECT * FROM new_moves;
INSERT INTO effects BY NAME SELECT * FROM new_effects;
INSERT INTO objectives BY NAME SELECT * FROM new_objectives;
INSERT INTO actions BY NAME
SELECT game_id, seat, lower(split_part(trim(text), ' ', 1)) AS action, count(*) AS moves
FROM new_moves
WHERE kind = 'decision'
GROUP BY ALL
ORDER BY game_id, seat, action;
INSERT INTO scores BY NAME SELECT * FROM new_scores;
