-- Purpose: logs of disputed games that break the rules. Grain: a game of the jobs at hand.
SELECT at_hand.job_number, at_hand.rejected_id, at_hand.log
FROM at_hand
SEMI JOIN settled
    ON settled.disputed
    AND settled.job_number = at_hand.job_number AND settled.rejected_id = at_hand.rejected_id
