-- Purpose: how many pieces a kept file has. Grain: one row, or none.
SELECT pieces FROM raw WHERE hash = $hash
