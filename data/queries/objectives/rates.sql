-- Purpose: how often objectives are completed. Grain: a group of seats and what $level names.
-- What was drawn unseen counts only where its kind is known without looking at what became of it.
WITH drawn AS (
    SELECT
        selection.grouping,
        game_id,
        CASE WHEN $level = 'objective' THEN objective ELSE '' END AS objective,
        CASE WHEN $level IN ('objective', 'group') THEN objective_group ELSE '' END
            AS objective_group,
        CASE WHEN $level IN ('objective', 'colour') THEN coalesce(colour, '') ELSE '' END AS colour,
        completed_ply,
        missed,
        rounds_in_hand,
        points
    FROM objectives
    JOIN selection USING (game_id, seat)
    WHERE
        drawn_as IS NOT NULL
        AND ($level IN ('group', 'all') OR drawn_as = objective)
        AND NOT ($level IN ('objective', 'colour') AND ends_with(objective, ':?'))
),
counted AS (
    SELECT
        grouping,
        objective,
        objective_group,
        colour,
        count(*) AS drawn,
        count(completed_ply) AS completed,
        count(missed) AS missed,
        median(rounds_in_hand) AS median_rounds,
        avg(points) AS mean_points,
        count(DISTINCT game_id) AS games
    FROM drawn
    GROUP BY grouping, objective, objective_group, colour
)
SELECT
    grouping,
    objective,
    objective_group,
    colour,
    drawn,
    completed,
    missed,
    completed / drawn AS rate,
    wilson_low(completed, drawn) AS low,
    wilson_high(completed, drawn) AS high,
    median_rounds,
    mean_points,
    games
FROM counted
ORDER BY grouping, objective_group, colour, objective
