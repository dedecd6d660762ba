-- What a person chose for a file beside it, when it was imported.

-- JSON: the game of logs that do not name it, and the paths of dialects. Null where nothing was
-- chosen, and of files that no choice concerns.
ALTER TABLE raw ADD COLUMN choice VARCHAR;
