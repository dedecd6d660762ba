-- Purpose: which game a companion tells of, where it is one: the last that was stored of its tables
-- until its import ended. Grain: a companion.
UPDATE settled SET game_id = found.game_id
FROM (
    SELECT seq, any_value(game_id) AS game_id
    FROM (
        SELECT told.seq, arg_max(logs.game_id, logs.seq) AS game_id
        FROM (
            SELECT seq, plan, importer, unnest(companion_of) AS id
            FROM settled
            WHERE fate = 'companion'
        ) AS told
        JOIN settled AS logs
            ON logs.importer = told.importer AND logs.id = told.id AND logs.plan <= told.plan
        WHERE logs.fate IN ('stored', 'replaced')
        GROUP BY told.seq, logs.natural_key
    )
    GROUP BY seq
    HAVING count(*) = 1
) AS found
WHERE settled.seq = found.seq;
