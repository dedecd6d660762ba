-- Purpose: store games of one kind with everything of theirs. Grain: a batch.
INSERT INTO games BY NAME SELECT * FROM new_games;
INSERT INTO seats BY NAME SELECT * FROM new_seats;
INSERT INTO moves BY NAME SELECT * FROM new_moves;
INSERT INTO effects BY NAME SELECT * FROM new_effects;
INSERT INTO objectives BY NAME SELECT * FROM new_objectives;
INSERT INTO scores BY NAME SELECT * FROM new_scores;
