-- Purpose: which games were stored from a kept file. Grain: a game that is still stored.
SELECT
    files.inside,
    verdicts.line,
    row_number() OVER (
        PARTITION BY verdicts.import_id, verdicts.file, verdicts.line ORDER BY verdicts.number
    ) - 1 AS turn,
    verdicts.game_id
FROM verdicts
JOIN files USING (import_id, file)
WHERE files.raw = $raw
QUALIFY
    verdicts.fate IN ('stored', 'replaced')
    AND EXISTS (FROM games WHERE games.game_id = verdicts.game_id)
ORDER BY verdicts.import_id, verdicts.number
