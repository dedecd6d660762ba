-- Purpose: what a rebuild came to. Grain: one row.
SELECT
    coalesce(sum(files), 0)::BIGINT AS files,
    coalesce(sum(stored), 0)::BIGINT AS stored,
    coalesce(sum(replaced), 0)::BIGINT AS replaced,
    coalesce(sum(duplicate), 0)::BIGINT AS duplicate,
    coalesce(sum(rejected), 0)::BIGINT AS rejected,
    (SELECT coalesce(sum(plies), 0)::BIGINT FROM games) AS moves
FROM imports
