-- Purpose: what the plans say, and what was read by them. Grain: a piece, a source; a file of a
-- job, a reading.
CREATE TEMP TABLE pieces AS FROM planned_pieces;
CREATE TEMP TABLE sources AS FROM planned_sources;
CREATE TEMP TABLE opened_all (
    plan INTEGER NOT NULL,
    source INTEGER NOT NULL,
    sub INTEGER NOT NULL,  -- tells files inside one archive apart, in their order
    seq BIGINT NOT NULL,
    inside VARCHAR NOT NULL,
    importer VARCHAR,
    importer_version VARCHAR,
    beside VARCHAR NOT NULL,
    unknown BIGINT NOT NULL,
    types STRUCT("type" VARCHAR, games BIGINT, events BIGINT)[] NOT NULL
);
CREATE TEMP TABLE read_all (
    seq BIGINT NOT NULL,  -- in the order in which one import after another reads
    job_number INTEGER NOT NULL,  -- of the job among all
    plan INTEGER NOT NULL,
    source INTEGER NOT NULL,
    sub INTEGER NOT NULL,
    line BIGINT NOT NULL,
    importer VARCHAR,
    hash VARCHAR,
    natural_key VARCHAR,
    local_id INTEGER,
    rejected_id INTEGER,
    companion_of VARCHAR[],
    evidence BOOLEAN NOT NULL,
    grade VARCHAR,
    read_warnings VARCHAR[] NOT NULL,
    view VARCHAR,
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
