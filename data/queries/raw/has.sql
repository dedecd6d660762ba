-- Purpose: tell whether a file is kept already. Grain: one row, or none.
SELECT hash FROM raw WHERE hash = $hash
