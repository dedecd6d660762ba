-- Purpose: make exercises, due at once, of mistakes that have none. Grain: a row of `new_exercises`.
-- Whoever sees pseudonyms makes them of those, and what is kept is the name.
INSERT INTO exercises BY NAME
SELECT
    (SELECT coalesce(max(exercise_id), 0) FROM exercises) + row_number() OVER (ORDER BY place) AS exercise_id,
    * EXCLUDE (place) REPLACE (
        coalesce(
            (
                SELECT any_value(seats.name)
                FROM games
                JOIN seats USING (game_id)
                WHERE
                    coalesce(games.natural_key, games.hash) = new_exercises.table_key
                    AND seats.seat = new_exercises.seat
            ),
            name
        ) AS name
    )
FROM new_exercises;
UPDATE store SET version = version + 1;
