-- Purpose: how the games rejected differ from those kept. Grain: a trait and one of its values.
-- Lengths are told by quarters of the kept games of the same game, the shortest first.
WITH kept AS (
    SELECT 'kept' AS side, game, importer, players, plies, date
    FROM games
    WHERE status <> 'log only' AND ($game::VARCHAR IS NULL OR game = $game)
),
everything AS (
    FROM kept
    UNION ALL
    SELECT 'rejected', game, importer, players, plies, date
    FROM rejected
    WHERE $game::VARCHAR IS NULL OR game = $game
),
quarters AS (
    SELECT game, quantile_disc(plies, [0.25, 0.5, 0.75]) AS edges FROM kept GROUP BY game
),
told AS (
    SELECT
        side,
        unnest([
            {'trait': 'game', 'value': game},
            {'trait': 'importer', 'value': importer},
            {'trait': 'players', 'value': players::VARCHAR},
            {
                'trait': 'length',
                'value': (1 + len(list_filter(quarters.edges, lambda edge: plies > edge)))::VARCHAR
            },
            {'trait': 'date', 'value': strftime(date, '%Y-%m')}
        ], recursive := TRUE)
    FROM everything
    LEFT JOIN quarters USING (game)
),
counted AS (
    SELECT
        trait,
        value,
        count(*) FILTER (side = 'kept') AS kept,
        count(*) FILTER (side = 'rejected') AS rejected
    FROM told
    WHERE value IS NOT NULL
    GROUP BY ALL
),
known AS (
    SELECT
        *,
        sum(kept) OVER of_trait AS kept_known,
        sum(rejected) OVER of_trait AS rejected_known
    FROM counted
    WINDOW of_trait AS (PARTITION BY trait)
)
SELECT
    trait,
    value,
    kept,
    rejected,
    kept_known::BIGINT AS kept_known,
    rejected_known::BIGINT AS rejected_known,
    kept / nullif(kept_known, 0) AS kept_share,
    rejected / nullif(rejected_known, 0) AS rejected_share,
    wilson_low(rejected, kept + rejected) > rejected_known / (kept_known + rejected_known)
    OR wilson_high(rejected, kept + rejected) < rejected_known / (kept_known + rejected_known)
        AS stands_out
FROM known
ORDER BY
    list_position(['game', 'importer', 'players', 'length', 'date'], trait),
    TRY_CAST(value AS INTEGER),
    value
