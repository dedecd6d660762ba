-- Purpose: files of these sizes and times that came before, to leave them alone. Grain: a file.
-- `present` (place, size, modified) says which files lie there now.
SELECT present.place, files.raw, bool_or(files.done) AS done
FROM present
JOIN files ON files.size = present.size AND files.modified = present.modified
WHERE files.done OR files.rejected > 0 OR files.problem IS NOT NULL
GROUP BY ALL
ORDER BY present.place
