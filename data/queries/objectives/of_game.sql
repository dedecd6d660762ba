-- Purpose: every objective of one game. Grain: an objective in a seat's hand.
SELECT
    seat, objective, objective_group, colour, q, r, drawn_ply, drawn_turn,
    completed_ply, completed_turn, points, rounds_in_hand, missed
FROM objectives
WHERE game_id = $game_id
ORDER BY seat, drawn_ply NULLS FIRST, objective, q, r
