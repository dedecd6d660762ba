-- Purpose: what pseudonyms are made with, and whether the file has to be written anew.
-- Grain: one row.
SELECT salt, rewrite FROM privacy
