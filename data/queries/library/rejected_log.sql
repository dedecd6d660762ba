-- Purpose: show an illegal game up to where it stops. Grain: one rejected game.
SELECT log FROM rejected WHERE rejected_id = $rejected_id
