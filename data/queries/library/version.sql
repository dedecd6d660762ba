-- Purpose: tell whether anything changed since. Grain: one row.
SELECT version FROM store
