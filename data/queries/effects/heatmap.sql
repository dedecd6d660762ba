-- Purpose: where things happen. Grain: a group of seats and a cell, or ($edge) a pair of cells; with
-- $origin the cell is the one that something came from.
WITH here AS (
    SELECT
        selection.grouping,
        effects.game_id,
        CASE WHEN $origin THEN effects.other_q ELSE effects.q END AS q,
        CASE WHEN $origin THEN effects.other_r ELSE effects.r END AS r,
        CASE WHEN $edge THEN effects.other_q END AS other_q,
        CASE WHEN $edge THEN effects.other_r END AS other_r,
        effects.amount,
        effects.turn
    FROM effects
    JOIN selection USING (game_id, seat)
    WHERE
        effects.kind = $kind
        AND CASE WHEN $origin THEN effects.other_q ELSE effects.q END IS NOT NULL
        AND (len($what::VARCHAR[]) = 0 OR list_contains($what::VARCHAR[], effects.what))
        AND (len($cause::VARCHAR[]) = 0 OR list_contains($cause::VARCHAR[], effects.cause))
),
selected AS (
    SELECT grouping, count(DISTINCT game_id) AS selected FROM selection GROUP BY grouping
)
SELECT
    grouping,
    here.q,
    here.r,
    here.other_q,
    here.other_r,
    CASE $weight
        WHEN 'amount' THEN sum(here.amount)::DOUBLE
        WHEN 'turn' THEN avg(here.turn)
        ELSE count(*)::DOUBLE
    END AS value,
    count(*) AS rows,
    count(DISTINCT here.game_id) AS games,
    any_value(selected.selected) AS selected
FROM here
JOIN selected USING (grouping)
GROUP BY grouping, here.q, here.r, here.other_q, here.other_r
ORDER BY grouping, here.q, here.r, here.other_q, here.other_r
