-- Imports as operations: what was read is kept, every verdict is kept, and what is outdated can be
-- read again.

ALTER TABLE imports ADD COLUMN kind VARCHAR DEFAULT 'import';  -- import, watch, reimport
ALTER TABLE imports ADD COLUMN companion BIGINT DEFAULT 0;  -- read with a log; no games, not in read
-- Games taken out and not replaced: stored less removed, over all runs, is what the store holds.
ALTER TABLE imports ADD COLUMN removed BIGINT DEFAULT 0;

ALTER TABLE files ADD COLUMN companion BIGINT DEFAULT 0;
ALTER TABLE files ADD COLUMN input INTEGER;  -- counts what the run was given; an archive is one
ALTER TABLE files ADD COLUMN inside VARCHAR DEFAULT '';  -- path inside the archive, with its slash
ALTER TABLE files ADD COLUMN raw VARCHAR;  -- hash of the file, of the archive for what is inside
ALTER TABLE files ADD COLUMN modified BIGINT;  -- nanoseconds since 1970; null inside archives
ALTER TABLE files ADD COLUMN beside VARCHAR DEFAULT '';  -- hash of the companions read with it
ALTER TABLE files ADD COLUMN unknown BIGINT DEFAULT 0;  -- games with events of unknown types
-- Read to its end and all of it stored: then it need not be read again, unless something changed.
ALTER TABLE files ADD COLUMN done BOOLEAN DEFAULT FALSE;

-- How much of a game its log could give: replayable, partial, log only. A log-only game has status
-- `log only` too, no moves and no effects.
ALTER TABLE games ADD COLUMN grade VARCHAR DEFAULT 'replayable';

-- What is known of a game that was not stored: null where it could not be read.
ALTER TABLE rejected ADD COLUMN importer VARCHAR;
ALTER TABLE rejected ADD COLUMN players UTINYINT;
ALTER TABLE rejected ADD COLUMN plies INTEGER;  -- in the log, not only up to where it stops
ALTER TABLE rejected ADD COLUMN date DATE;

-- What became of each game of each run, in the order of reading.
CREATE TABLE verdicts (
    import_id INTEGER NOT NULL,
    file INTEGER NOT NULL,
    number BIGINT NOT NULL,  -- counts what was read of the run, from 1
    line BIGINT NOT NULL,
    id VARCHAR,
    game VARCHAR,
    fate VARCHAR NOT NULL,  -- stored, replaced, duplicate, rejected, companion
    status VARCHAR NOT NULL,
    game_id INTEGER,  -- in the store at that time
    ply INTEGER,
    move VARCHAR,
    reason VARCHAR,
    warnings VARCHAR[],
    legal VARCHAR[],
    rules_version VARCHAR  -- of an illegal game
);

-- Types of events that no dialect knew, by file.
CREATE TABLE unknown_types (
    import_id INTEGER NOT NULL,
    file INTEGER NOT NULL,
    type VARCHAR NOT NULL,
    games BIGINT NOT NULL,
    events BIGINT NOT NULL
);

-- Files as they came, each content once. The row is written with the last of its pieces.
CREATE TABLE raw (
    hash VARCHAR NOT NULL,
    name VARCHAR NOT NULL,  -- under which it first came
    size BIGINT NOT NULL,
    kept BIGINT NOT NULL,  -- bytes it takes here
    pieces INTEGER NOT NULL
);

CREATE TABLE raw_pieces (
    hash VARCHAR NOT NULL,
    piece INTEGER NOT NULL,
    content BLOB NOT NULL  -- one zstd frame
);

-- Which kept file tells of which table, beside that table's log.
CREATE TABLE companions (
    import_id INTEGER NOT NULL,
    raw VARCHAR NOT NULL,
    inside VARCHAR NOT NULL,
    importer VARCHAR NOT NULL,
    source_id VARCHAR NOT NULL
);
