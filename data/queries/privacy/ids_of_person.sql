-- Purpose: ids under which a site knows a person, and nobody else. Grain: an id.
WITH people AS (
    SELECT name, player_id AS id FROM seats
    UNION
    SELECT person.name, person.id
    FROM (
        SELECT unnest(
            from_json(log::JSON -> '$.players', '[{"name": "VARCHAR", "id": "VARCHAR"}]')
        ) AS person
        FROM rejected
        WHERE log IS NOT NULL
    )
)
SELECT DISTINCT id
FROM people
WHERE id IS NOT NULL AND name = $name AND id NOT IN (
    SELECT id FROM people WHERE id IS NOT NULL AND name <> $name
)
ORDER BY id
