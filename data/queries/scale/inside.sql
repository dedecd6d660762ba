-- Purpose: what the hashes of files inside archives are made of. Grain: such a file.
SELECT plan, file, hash, inside FROM file_rows WHERE inside <> ''
