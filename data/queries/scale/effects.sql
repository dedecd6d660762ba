-- Purpose: effects as the record of a job. Grain: an effect, in the order in which it was stored.
SELECT
    effect_rows.game_id,
    effect_rows.ply,
    effect_rows.turn,
    effect_rows.seat,
    events.kind,
    events.what,
    events.cause,
    effect_rows.amount,
    effect_rows.q,
    effect_rows.r,
    effect_rows.other_q,
    effect_rows.other_r
FROM effect_rows
JOIN events USING (event)
ORDER BY effect_rows.game_id, effect_rows.rowid
