-- Purpose: name the runs that were killed. Grain: all runs; asked before any run begins.
UPDATE imports SET state = 'broken off' WHERE state = 'running'
