-- Purpose: how the points of seats step up. Grain: a group, a source (empty unless $split), a round,
-- and points before and after; counted in seats.
WITH gained AS (
    SELECT
        selection.grouping,
        game_id,
        seat,
        CASE WHEN $split THEN scores.source ELSE '' END AS source,
        scores.round,
        sum(scores.points) AS points
    FROM scores
    JOIN selection USING (game_id, seat)
    GROUP BY ALL
),
grown AS (
    SELECT
        grouping,
        source,
        round,
        points,
        sum(points) OVER (PARTITION BY game_id, seat, source ORDER BY round) AS after
    FROM gained
)
SELECT
    grouping,
    source,
    round,
    (after - points)::BIGINT AS before,
    after::BIGINT AS after,
    count(*) AS seats
FROM grown
GROUP BY ALL
ORDER BY grouping, source, round, before, after
