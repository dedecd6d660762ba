-- Purpose: put a review in the place of one of the same game and depth, and of those that other
-- rules or another evaluator made: deeper but out of date, they would hide it. Grain: one game.
CREATE OR REPLACE TEMPORARY TABLE replaced_reviews AS
SELECT reviews.game_id, reviews.depth
FROM reviews
JOIN new_review USING (game_id)
WHERE
    reviews.depth = new_review.depth
    OR reviews.rules_version <> new_review.rules_version
    OR reviews.evaluator_version <> new_review.evaluator_version;
DELETE FROM reviews WHERE (game_id, depth) IN (SELECT (game_id, depth) FROM replaced_reviews);
DELETE FROM decisions WHERE (game_id, depth) IN (SELECT (game_id, depth) FROM replaced_reviews);
DELETE FROM review_seats WHERE (game_id, depth) IN (SELECT (game_id, depth) FROM replaced_reviews);
DELETE FROM findings WHERE game_id IN (SELECT game_id FROM new_review);
DELETE FROM review_queue WHERE (game_id, depth) IN (SELECT (game_id, depth) FROM new_review);
INSERT INTO reviews BY NAME SELECT * FROM new_review;
INSERT INTO decisions BY NAME SELECT * FROM new_decisions;
INSERT INTO review_seats BY NAME SELECT * FROM new_review_seats;
INSERT INTO findings BY NAME SELECT * FROM new_findings;
UPDATE store SET version = version + 1;
