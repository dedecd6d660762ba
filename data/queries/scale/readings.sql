-- Purpose: what a job read. Grain: one row each thing read.
FROM readings ORDER BY number
