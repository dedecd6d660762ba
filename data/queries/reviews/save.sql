-- Purpose: put a review in the place of an older one of the same game and depth. Grain: one game.
DELETE FROM reviews WHERE (game_id, depth) IN (SELECT (game_id, depth) FROM new_review);
DELETE FROM decisions WHERE (game_id, depth) IN (SELECT (game_id, depth) FROM new_review);
DELETE FROM review_seats WHERE (game_id, depth) IN (SELECT (game_id, depth) FROM new_review);
DELETE FROM findings WHERE game_id IN (SELECT game_id FROM new_review);
DELETE FROM review_queue WHERE (game_id, depth) IN (SELECT (game_id, depth) FROM new_review);
INSERT INTO reviews BY NAME SELECT * FROM new_review;
INSERT INTO decisions BY NAME SELECT * FROM new_decisions;
INSERT INTO review_seats BY NAME SELECT * FROM new_review_seats;
INSERT INTO findings BY NAME SELECT * FROM new_findings;
UPDATE store SET version = version + 1;
