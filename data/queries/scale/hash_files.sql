-- Purpose: the hashes of files inside archives. Grain: such a file.
UPDATE file_rows SET hash = inside_hashes.hash
FROM inside_hashes
WHERE (file_rows.plan, file_rows.file) = (inside_hashes.plan, inside_hashes.file);
