-- Purpose: objectives as a table to take away. Grain: an objective in a seat's hand.
SELECT
    game_id, seat, objective, drawn_as, objective_group, colour, q, r, drawn_ply, drawn_turn,
    drawn_cause, completed_ply, completed_turn, points, rounds_in_hand, missed
FROM objectives
SEMI JOIN selection USING (game_id)
ORDER BY game_id, seat, drawn_ply NULLS FIRST, objective, q, r
