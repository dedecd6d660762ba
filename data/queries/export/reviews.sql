-- Purpose: reviews as a table to take away, without the documents. Grain: a game and depth.
SELECT
    game_id, depth, seed, rules_version, evaluator_version, made, seconds, chance_covered, stopped
FROM reviews
SEMI JOIN selection USING (game_id)
ORDER BY game_id, depth
