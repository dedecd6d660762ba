-- Purpose: decisions that cost something, dearest first. Grain: a decision of the deepest review.
WITH deepest AS (
    SELECT game_id, arg_max(depth, list_position($depths::VARCHAR[], depth)) AS depth
    FROM reviews
    GROUP BY game_id
)
SELECT
    decisions.game_id,
    decisions.ply,
    decisions.seat,
    decisions.turn,
    seats.name,
    games.game,
    games.date,
    games.plies,
    decisions.depth,
    decisions.action,
    decisions.phase,
    decisions.played,
    decisions.best,
    decisions.loss,
    decisions.low,
    decisions.high,
    decisions.samples,
    decisions.label,
    decisions.exact,
    decisions.difficulty,
    decisions.avoidable,
    decisions.gained_by,
    decisions.punished,
    count(*) OVER () AS total
FROM decisions
JOIN deepest USING (game_id, depth)
JOIN selection USING (game_id, seat)
JOIN seats USING (game_id, seat)
JOIN games USING (game_id)
WHERE
    list_contains($labels::VARCHAR[], decisions.label)
    AND (len($actions::VARCHAR[]) = 0 OR list_contains($actions::VARCHAR[], decisions.action))
    AND (len($phases::VARCHAR[]) = 0 OR list_contains($phases::VARCHAR[], decisions.phase))
    AND (NOT $only_avoidable OR decisions.avoidable)
    AND decisions.loss >= $least_loss
ORDER BY
    CASE $order WHEN 'loss' THEN decisions.low WHEN 'ease' THEN decisions.loss - decisions.difficulty END
    DESC NULLS LAST,
    decisions.game_id,
    decisions.ply
LIMIT $limit OFFSET $offset
