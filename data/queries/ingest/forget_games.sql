-- Purpose: take games out with everything of theirs. Grain: the games of the table `gone`.
DELETE FROM moves WHERE game_id IN (SELECT game_id FROM gone);
DELETE FROM effect_rows WHERE game_id IN (SELECT game_id FROM gone);
DELETE FROM objectives WHERE game_id IN (SELECT game_id FROM gone);
DELETE FROM actions WHERE game_id IN (SELECT game_id FROM gone);
DELETE FROM scores WHERE game_id IN (SELECT game_id FROM gone);
DELETE FROM seats WHERE game_id IN (SELECT game_id FROM gone);
DELETE FROM games WHERE game_id IN (SELECT game_id FROM gone);
DELETE FROM reviews WHERE game_id IN (SELECT game_id FROM gone);
DELETE FROM decisions WHERE game_id IN (SELECT game_id FROM gone);
DELETE FROM review_seats WHERE game_id IN (SELECT game_id FROM gone);
DELETE FROM findings WHERE game_id IN (SELECT game_id FROM gone);
DELETE FROM review_queue WHERE game_id IN (SELECT game_id FROM gone);
