-- Purpose: games of which only players and times are known. Grain: a game.
SELECT
    games.game_id,
    games.game,
    games.source,
    games.source_id,
    games.date,
    games.grade,
    list(seats.name ORDER BY seats.seat) AS names,
    games.reason,
    TRY_CAST(games.header ->> '$.meta.seconds' AS BIGINT) AS seconds,
    TRY_CAST(games.header ->> '$.meta.moves_of_the_site' AS BIGINT) AS moves,
    games.header -> '$.result.scores' AS scores,
    games.remark
FROM games
JOIN seats USING (game_id)
WHERE games.status = 'log only'
GROUP BY ALL
ORDER BY games.game_id DESC
LIMIT $limit
