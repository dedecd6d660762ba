-- Purpose: games that were not stored, of a person or with that name in what is kept of them.
-- Grain: a rejected game.
SELECT rejected_id
FROM rejected
WHERE regexp_matches(concat_ws(' ', file, id, reason, excerpt, log), $pattern)
ORDER BY rejected_id
