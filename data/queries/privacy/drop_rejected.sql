-- Purpose: forget games that were not stored. Grain: those of the table `gone_rejected`.
DELETE FROM rejected WHERE rejected_id IN (SELECT rejected_id FROM gone_rejected);
