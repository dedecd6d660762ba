-- Purpose: files of these sizes and times that came before, to leave them alone. Grain: a file.
-- `present` (place, size, modified) says which files lie there now. Of what is inside an archive the
-- archive's size is not noted, so there the content alone says whether it is the same.
SELECT present.place, files.raw, bool_or(files.done) AS done
FROM present
JOIN files
    ON files.modified = present.modified
    AND (files.size = present.size OR files.inside <> '')
JOIN imports USING (import_id)
WHERE
    files.done
    OR files.problem IS NOT NULL
    -- It failed; but what an import that was cancelled had not read of it did not.
    OR (files.rejected > 0 AND imports.state = 'done')
GROUP BY ALL
ORDER BY present.place
