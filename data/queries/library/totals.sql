-- Purpose: what the library holds. Grain: a game and a status.
SELECT
    game,
    status,
    count(*) AS games,
    sum(plies)::BIGINT AS moves,
    (
        SELECT count(DISTINCT seats.name)
        FROM seats JOIN games AS theirs USING (game_id)
        WHERE theirs.game = games.game AND theirs.status = games.status
    ) AS players
FROM games
GROUP BY game, status
ORDER BY game, status
