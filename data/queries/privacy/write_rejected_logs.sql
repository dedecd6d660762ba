-- Purpose: the same of games that were not stored. Grain: those of the table `rewritten`.
UPDATE rejected
SET log = rewritten.log
FROM rewritten
WHERE rejected.rejected_id = rewritten.rejected_id;
