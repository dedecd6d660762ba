-- Purpose: logs of games that were not stored in which a name stands. Grain: a rejected game.
SELECT rejected_id, log FROM rejected WHERE regexp_matches(log, $pattern) ORDER BY rejected_id
