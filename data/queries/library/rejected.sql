-- Purpose: games that were not stored, and why. Grain: a fault of a file, once for all imports.
SELECT rejected_id, file, line, id, game, status, ply, move, reason, legal, excerpt
FROM rejected
WHERE
    (
        $import_id::INTEGER IS NULL
        OR file_hash IN (SELECT files.hash FROM files WHERE files.import_id = $import_id)
    )
    AND (
        $search = ''
        OR contains(lower(concat_ws(' ', file, id, game, status, move, reason)), lower($search))
    )
ORDER BY rejected_id
LIMIT $limit OFFSET $offset
