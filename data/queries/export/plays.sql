-- Purpose: finished games as plays for a diary. Grain: a game of the table `selection`.
WITH at_table AS (
    SELECT
        game_id,
        list(
            {'name': name, 'id': player_id, 'score': score, 'place': place, 'won': won}
            ORDER BY seat
        ) AS players,
        bool_and(place IS NOT NULL) AS finished
    FROM seats
    SEMI JOIN selection USING (game_id)
    GROUP BY game_id
),
first AS (
    SELECT game_id, arg_min(seat, ply) AS seat
    FROM moves
    SEMI JOIN selection USING (game_id)
    WHERE seat IS NOT NULL
    GROUP BY game_id
)
SELECT
    games.game_id, games.hash, games.natural_key, games.game, games.source, games.source_id, games.date, games.board,
    games.header, at_table.players, at_table.finished, first.seat AS starts
FROM games
JOIN at_table USING (game_id)
LEFT JOIN first USING (game_id)
ORDER BY games.game_id
