-- Purpose: store games without moves. Grain: a batch.
INSERT INTO games BY NAME
SELECT new_games.*, 0 AS plies, 0 AS turns, '{}' AS rules, '' AS rules_version FROM new_games;
INSERT INTO seats BY NAME SELECT new_seats.*, 0 AS turns FROM new_seats;
