-- Purpose: the secret of this store, made once. Grain: one row.
INSERT INTO privacy SELECT $salt, FALSE WHERE NOT EXISTS (FROM privacy);
