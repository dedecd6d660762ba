-- Purpose: logs of disputed games, without moves. Grain: a game of the jobs at hand.
SELECT at_hand.job_number, at_hand.game_id, at_hand.header
FROM at_hand
SEMI JOIN settled
    ON settled.disputed
    AND settled.job_number = at_hand.job_number AND settled.local_id = at_hand.game_id
