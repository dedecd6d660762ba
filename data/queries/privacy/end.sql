-- Purpose: note that the file has to be written anew. Grain: one row.
UPDATE privacy SET rewrite = TRUE;
UPDATE store SET version = version + 1;
