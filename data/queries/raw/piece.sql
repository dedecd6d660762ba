-- Purpose: one piece of a kept file. Grain: one row.
SELECT content FROM raw_pieces WHERE hash = $hash AND piece = $piece
