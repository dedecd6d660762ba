-- Purpose: games of the selection without a review of today's versions as deep. Grain: a game.
SELECT DISTINCT games.game_id
FROM games
JOIN selection USING (game_id)
WHERE NOT EXISTS (
    SELECT 1
    FROM reviews
    JOIN versions ON versions.game = games.game AND versions.rules_version = reviews.rules_version
    WHERE
        reviews.game_id = games.game_id
        AND list_position($depths::VARCHAR[], reviews.depth) >= list_position($depths::VARCHAR[], $depth)
        AND reviews.evaluator_version = $evaluator_version
)
ORDER BY games.game_id
