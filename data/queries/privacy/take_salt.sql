-- Purpose: make the pseudonyms of another store. Grain: one row.
UPDATE privacy SET salt = $salt
