-- Purpose: what goes into the store, with the ids that it gets. Grain: a game that was not disputed;
-- a fault, each of a file once.
CREATE TEMP TABLE kept AS
SELECT
    *,
    (
        (SELECT coalesce(max(game_id), 0) FROM games) + row_number() OVER (ORDER BY seq)
    )::INTEGER AS new_id
FROM settled
WHERE fate = 'stored' AND NOT disputed;

UPDATE settled SET game_id = kept.new_id FROM kept WHERE settled.seq = kept.seq;
UPDATE settled SET
    game_id = kept.new_id,
    reason = 'The same game is stored already (game ' || kept.new_id || ').',
    warnings = NULL
FROM kept
WHERE settled.copy_of = kept.seq AND settled.fate = 'duplicate';

CREATE TEMP TABLE faults AS
SELECT
    *,
    row_number() OVER (ORDER BY seq)::INTEGER AS new_id
FROM (
    SELECT
        settled.*,
        file_rows.name,
        file_rows.hash AS file_hash,
        (row_number() OVER (
            PARTITION BY settled.plan, settled.file, settled.line ORDER BY settled.seq
        ) - 1)::INTEGER AS part
    FROM settled
    JOIN file_rows USING (plan, file)
    WHERE settled.fate = 'rejected'
)
QUALIFY row_number() OVER (PARTITION BY file_hash, line, part, reason ORDER BY seq) = 1;
