-- Purpose: which logs' tables the companions tell of, among what was read until their import ended.
-- Grain: a companion; `tables` and the plans of their logs are empty for one that came alone.
WITH told AS (
    SELECT seq, plan, importer, unnest(companion_of) AS id FROM settled WHERE fate = 'companion'
),
found AS (
    SELECT told.seq, told.id, logs.plan
    FROM told
    JOIN settled AS logs
        ON logs.importer = told.importer AND logs.id = told.id AND logs.plan <= told.plan
    WHERE logs.fate IN ('stored', 'replaced') OR (logs.fate = 'rejected' AND logs.game IS NOT NULL)
)
SELECT
    settled.seq,
    settled.plan,
    settled.line,
    settled.id,
    settled.game,
    file_rows.name,
    file_rows.inside,
    settled.importer,
    sources.digest AS raw,
    list(found.id) FILTER (found.id IS NOT NULL) AS tables,
    max(found.plan) AS last_plan
FROM settled
JOIN file_rows USING (plan, file)
JOIN sources ON sources.plan = settled.plan AND sources.source = settled.source
LEFT JOIN found ON found.seq = settled.seq
WHERE settled.fate = 'companion'
GROUP BY ALL
ORDER BY settled.seq
