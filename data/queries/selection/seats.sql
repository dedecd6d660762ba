-- Purpose: the seats that pass the filters, and the part each belongs to. Grain: a seat of a game.
-- An empty list and a null let everything through.
SELECT
    seats.game_id,
    seats.seat,
    CASE $by
        WHEN 'seat' THEN seats.seat::VARCHAR
        WHEN 'player' THEN seats.name
        WHEN 'place' THEN coalesce(seats.place::VARCHAR, '')
        WHEN 'outcome' THEN CASE WHEN seats.won THEN 'won' WHEN NOT seats.won THEN 'lost' ELSE '' END
        WHEN 'players' THEN games.players::VARCHAR
        WHEN 'source' THEN games.source
        WHEN 'board' THEN coalesce(games.board, '')
        ELSE ''
    END AS grouping
FROM seats
JOIN games USING (game_id)
WHERE
    ($game::VARCHAR IS NULL OR games.game = $game)
    AND (len($statuses::VARCHAR[]) = 0 OR list_contains($statuses::VARCHAR[], games.status))
    AND (len($players::INTEGER[]) = 0 OR list_contains($players::INTEGER[], games.players))
    AND (len($sources::VARCHAR[]) = 0 OR list_contains($sources::VARCHAR[], games.source))
    AND (len($boards::VARCHAR[]) = 0 OR list_contains($boards::VARCHAR[], games.board))
    AND (len($game_ids::INTEGER[]) = 0 OR list_contains($game_ids::INTEGER[], games.game_id))
    AND ($date_from::DATE IS NULL OR games.date >= $date_from)
    AND ($date_to::DATE IS NULL OR games.date <= $date_to)
    AND (len($names::VARCHAR[]) = 0 OR list_contains($names::VARCHAR[], seats.name))
    AND (len($seats::INTEGER[]) = 0 OR list_contains($seats::INTEGER[], seats.seat))
    AND ($won::BOOLEAN IS NULL OR seats.won = $won)
    AND (
        len($opponents::VARCHAR[]) = 0
        OR EXISTS (
            FROM seats AS others
            WHERE
                others.game_id = seats.game_id
                AND others.seat <> seats.seat
                AND list_contains($opponents::VARCHAR[], others.name)
        )
    )
