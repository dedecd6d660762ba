-- Purpose: what became of each thing that a run read, and why. Grain: a thing read, a page of them.
SELECT
    verdicts.number,
    files.name AS file,
    verdicts.line,
    verdicts.id,
    verdicts.game,
    verdicts.fate,
    verdicts.status,
    verdicts.game_id,
    verdicts.ply,
    verdicts.move,
    nullif(concat_ws(' ', verdicts.reason, array_to_string(verdicts.warnings, ' ')), '') AS reason
FROM verdicts
JOIN files USING (import_id, file)
WHERE
    verdicts.import_id = $import_id
    AND verdicts.number > $after
    AND (len($fates::VARCHAR[]) = 0 OR list_contains($fates::VARCHAR[], verdicts.fate))
    AND (
        $search = ''
        OR contains(
            lower(concat_ws(
                ' ', files.name, verdicts.id, verdicts.game, verdicts.status, verdicts.move,
                verdicts.reason, array_to_string(verdicts.warnings, ' ')
            )),
            lower($search)
        )
    )
ORDER BY verdicts.number
LIMIT $limit
