-- Purpose: what a job read, beside the tables of a store. Grain: a thing read; a file.
CREATE TABLE readings (
    number INTEGER NOT NULL,  -- counts them from 0
    piece INTEGER NOT NULL,  -- of the job, from 0
    opened INTEGER NOT NULL,  -- its file
    line BIGINT NOT NULL,  -- in the piece
    importer VARCHAR,
    hash VARCHAR,  -- null where it is no log
    natural_key VARCHAR,
    game_id INTEGER,  -- of the rows that its replay gave
    rejected_id INTEGER,  -- where it gave none
    companion_of VARCHAR[],  -- of what lies beside logs: their tables
    evidence BOOLEAN NOT NULL,  -- whether the source printed what the replay had to agree with
    grade VARCHAR,
    read_warnings VARCHAR[] NOT NULL,  -- of the reader alone
    view VARCHAR,  -- what joining it with another view settles, as JSON
    -- What an import says that knows nothing else:
    id VARCHAR,
    game VARCHAR,
    status VARCHAR NOT NULL,
    ply INTEGER,
    move VARCHAR,
    reason VARCHAR,
    warnings VARCHAR[],
    legal VARCHAR[],
    rules_version VARCHAR
);
CREATE TABLE opened (
    piece INTEGER NOT NULL,
    opened INTEGER NOT NULL,  -- counts the files of the job, those inside archives too, from 1
    inside VARCHAR NOT NULL,  -- what the file's name adds to that of the piece's source
    importer VARCHAR,
    importer_version VARCHAR,
    beside VARCHAR NOT NULL,
    unknown BIGINT NOT NULL,
    types STRUCT("type" VARCHAR, games BIGINT, events BIGINT)[] NOT NULL
);
