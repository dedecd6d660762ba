-- Purpose: moves of disputed games. Grain: a game of the jobs at hand.
SELECT at_hand.job_number, at_hand.game_id, list(at_hand.text ORDER BY at_hand.ply)
FROM at_hand
SEMI JOIN settled
    ON settled.disputed
    AND settled.job_number = at_hand.job_number AND settled.local_id = at_hand.game_id
GROUP BY at_hand.job_number, at_hand.game_id
