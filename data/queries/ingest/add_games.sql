-- Purpose: store games of one kind with everything of theirs. Grain: a batch.
INSERT INTO games BY NAME SELECT * FROM new_games;
INSERT INTO seats BY NAME SELECT * FROM new_seats;
INSERT INTO moves BY NAME SELECT * FROM new_moves;
INSERT INTO effect_rows BY NAME SELECT * FROM new_effects;
INSERT INTO objectives BY NAME SELECT * FROM new_objectives;
INSERT INTO actions BY NAME SELECT * FROM new_actions;
INSERT INTO scores BY NAME SELECT * FROM new_scores;
