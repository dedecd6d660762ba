-- Purpose: how many games of each status are in the store. Grain: a status.
SELECT status, count(*) AS games FROM games GROUP BY status ORDER BY games DESC
