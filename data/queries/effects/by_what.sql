-- Purpose: count the effects of one kind. Grain: a group of seats, what, and cause.
WITH selected AS (
    SELECT grouping, count(DISTINCT game_id) AS selected FROM selection GROUP BY grouping
)
SELECT
    grouping,
    effects.what,
    effects.cause,
    count(*) AS rows,
    sum(effects.amount)::BIGINT AS amount,
    avg(effects.turn) AS mean_turn,
    count(DISTINCT effects.game_id) AS games,
    any_value(selected.selected) AS selected
FROM effects
JOIN selection USING (game_id, seat)
JOIN selected USING (grouping)
WHERE effects.kind = $kind
GROUP BY grouping, effects.what, effects.cause
ORDER BY grouping, rows DESC, effects.what, effects.cause
