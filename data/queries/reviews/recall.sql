-- Purpose: what is kept of positions. Grain: a key that is asked for.
SELECT evaluations.key, any_value(evaluations.found) AS found
FROM evaluations
JOIN asked USING (key)
GROUP BY evaluations.key
