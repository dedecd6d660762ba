-- Purpose: player names to choose from. Grain: a name.
SELECT name, count(DISTINCT game_id) AS games
FROM seats
WHERE
    ($search = '' OR contains(lower(name), lower($search)))
    AND (
        $game::VARCHAR IS NULL
        OR game_id IN (SELECT games.game_id FROM games WHERE games.game = $game)
    )
GROUP BY name
ORDER BY games DESC, name
LIMIT $limit
