-- Purpose: reviewed decisions as a table to take away. Grain: a decision and depth.
SELECT
    game_id, depth, ply, seat, turn, action, phase, played, best, loss, low, high, samples, label,
    exact, difficulty, avoidable, gained_by, punished
FROM decisions
SEMI JOIN selection USING (game_id)
ORDER BY game_id, depth, ply
