-- Purpose: what was chosen for kept files. Grain: a file for which something was.
SELECT hash, choice FROM raw WHERE choice IS NOT NULL
