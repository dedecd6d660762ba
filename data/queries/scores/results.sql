-- Purpose: how it ended. Grain: a group of seats.
WITH counted AS (
    SELECT
        selection.grouping,
        count(*) AS games,
        count(*) FILTER (seats.won IS NOT NULL) AS ended,
        count(*) FILTER (seats.won) AS won,
        avg(seats.score) AS mean_score,
        avg(seats.place) AS mean_place,
        avg(seats.turns) AS mean_rounds
    FROM selection
    JOIN seats USING (game_id, seat)
    GROUP BY selection.grouping
)
SELECT
    grouping,
    games,
    won,
    won / nullif(ended, 0) AS rate,
    wilson_low(won, ended) AS low,
    wilson_high(won, ended) AS high,
    mean_score,
    mean_place,
    mean_rounds
FROM counted
ORDER BY games DESC, grouping
