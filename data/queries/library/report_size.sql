-- Purpose: how long a report is, by what became of the games. Grain: a fate.
SELECT fate, count(*) AS things
FROM verdicts
WHERE import_id = $import_id
GROUP BY fate
ORDER BY fate
