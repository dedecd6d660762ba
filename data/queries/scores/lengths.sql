-- Purpose: how long seats play. Grain: a group and a number of own turns; counted in seats.
SELECT selection.grouping, seats.turns AS rounds, count(*) AS seats
FROM selection
JOIN seats USING (game_id, seat)
GROUP BY selection.grouping, seats.turns
ORDER BY selection.grouping, seats.turns
