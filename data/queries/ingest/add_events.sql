-- Purpose: number events that never happened before. Grain: an event of the table `new_events`.
INSERT INTO events BY NAME
SELECT
    (SELECT coalesce(max(event), -1) FROM events) + row_number() OVER () AS event,
    kind,
    what,
    cause
FROM (
    SELECT DISTINCT kind, what, cause FROM new_events
    EXCEPT
    SELECT kind, what, cause FROM events
)
ORDER BY event;
