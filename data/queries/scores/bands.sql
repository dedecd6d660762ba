-- Purpose: how points grow over many games, as bands. Grain: a group, a source, a round from 0.
-- Every seat counts in every round of its group: after its own last round with its final points.
WITH chosen AS (
    SELECT selection.grouping, selection.game_id, selection.seat, seats.turns AS rounds
    FROM selection
    JOIN seats USING (game_id, seat)
),
gained AS (
    SELECT
        chosen.grouping,
        game_id,
        seat,
        CASE WHEN $split THEN scores.source ELSE '' END AS source,
        scores.round,
        sum(scores.points) AS points
    FROM scores
    JOIN chosen USING (game_id, seat)
    GROUP BY ALL
),
grid AS (
    SELECT chosen.grouping, chosen.game_id, chosen.seat, sources.source, rounds.round
    FROM chosen
    JOIN (SELECT DISTINCT grouping, source FROM gained) AS sources USING (grouping)
    JOIN (
        SELECT grouping, unnest(range(0, max(rounds) + 1))::INTEGER AS round
        FROM chosen
        GROUP BY grouping
    ) AS rounds USING (grouping)
),
grown AS (
    SELECT
        grid.grouping,
        grid.source,
        grid.round,
        sum(coalesce(gained.points, 0)) OVER (
            PARTITION BY grid.game_id, grid.seat, grid.source ORDER BY grid.round
        ) AS points
    FROM grid
    LEFT JOIN gained USING (game_id, seat, source, round)
),
running AS (
    SELECT rounds.grouping, rounds.round, count(*) AS running
    FROM (SELECT DISTINCT grouping, round FROM grid) AS rounds
    JOIN chosen ON chosen.grouping = rounds.grouping AND chosen.rounds >= rounds.round
    GROUP BY ALL
),
bands AS (
    SELECT
        grouping,
        source,
        round,
        quantile_cont(points, [0.1, 0.25, 0.5, 0.75, 0.9]) AS cuts,
        count(*) AS n
    FROM grown
    GROUP BY ALL
)
SELECT
    bands.grouping,
    bands.source,
    bands.round,
    bands.cuts[1]::DOUBLE AS p10,
    bands.cuts[2]::DOUBLE AS q25,
    bands.cuts[3]::DOUBLE AS median,
    bands.cuts[4]::DOUBLE AS q75,
    bands.cuts[5]::DOUBLE AS p90,
    bands.n,
    running.running
FROM bands
JOIN running USING (grouping, round)
ORDER BY bands.grouping, bands.source, bands.round
