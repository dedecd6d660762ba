-- Purpose: what became of companions. Grain: a companion; a table that it tells of.
UPDATE settled SET fate = placed.fate, reason = coalesce(placed.reason, settled.reason)
FROM placed
WHERE settled.seq = placed.seq;
INSERT INTO companions BY NAME
FROM told_tables
QUALIFY row_number() OVER (PARTITION BY raw, inside, source_id ORDER BY import_id) = 1;
