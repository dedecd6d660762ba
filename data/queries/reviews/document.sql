-- Purpose: the deepest, then newest review of a game. Grain: one row at most.
SELECT document, depth, made, seconds, rules_version, evaluator_version
FROM reviews
WHERE game_id = $game_id AND ($depth::VARCHAR IS NULL OR depth = $depth)
ORDER BY list_position($depths::VARCHAR[], depth) DESC
LIMIT 1
