-- Games, what happened in them, and where they came from.
--
-- The big tables (moves, effects, scores, objectives) have no keys: an index makes a bulk insert
-- more than twice as slow and the file five times as large. Their rows come in order of game_id,
-- so that those of one game are found by the ranges DuckDB keeps of every row group.

CREATE TABLE migrations (number INTEGER NOT NULL, name VARCHAR NOT NULL, applied TIMESTAMPTZ NOT NULL);

-- One row. `version` grows with every change of the data.
CREATE TABLE store (version BIGINT NOT NULL);
INSERT INTO store VALUES (0);

-- One row a run of import. Numbers are those of whole batches, written together with their games;
-- a run that was killed is found `running` and called `broken off` when the store is next opened.
CREATE TABLE imports (
    import_id INTEGER NOT NULL,
    started TIMESTAMPTZ NOT NULL,
    ended TIMESTAMPTZ,
    state VARCHAR NOT NULL,  -- running, done, cancelled, failed, broken off
    files INTEGER NOT NULL,
    read BIGINT NOT NULL,  -- always stored + replaced + duplicate + rejected
    stored BIGINT NOT NULL,
    replaced BIGINT NOT NULL,  -- stored in place of a worse log of the same game
    duplicate BIGINT NOT NULL,
    rejected BIGINT NOT NULL
);

-- One row a file of a run; a file inside an archive is one of its own, without size.
CREATE TABLE files (
    import_id INTEGER NOT NULL,
    file INTEGER NOT NULL,  -- counts the files of the run, from 1
    name VARCHAR NOT NULL,
    size BIGINT,  -- bytes
    hash VARCHAR NOT NULL,  -- of the bytes; empty where it could not be opened
    importer VARCHAR,  -- null where nobody could read it
    importer_version VARCHAR,
    read BIGINT NOT NULL,
    stored BIGINT NOT NULL,
    replaced BIGINT NOT NULL,
    duplicate BIGINT NOT NULL,
    rejected BIGINT NOT NULL,
    problem VARCHAR  -- why it was not read to its end, if so
);

CREATE TABLE games (
    game_id INTEGER NOT NULL,
    hash VARCHAR NOT NULL,  -- of what happened: game, id, players, rules, setup, moves, result
    natural_key VARCHAR,  -- game, source and the source's id; null where the log names no source
    game VARCHAR NOT NULL,
    source VARCHAR NOT NULL,  -- who the log says it is from, else the importer
    source_id VARCHAR,
    status VARCHAR NOT NULL,  -- verified, unverified, incomplete, mismatch
    date DATE,
    players UTINYINT NOT NULL,
    plies INTEGER NOT NULL,
    turns INTEGER NOT NULL,  -- begun
    board VARCHAR,  -- name of a ready-made board
    rules VARCHAR NOT NULL,  -- JSON: switches that differ from their default
    header VARCHAR NOT NULL,  -- JSON: the log without its moves
    reason VARCHAR,  -- how the source says it ended
    remark VARCHAR,  -- what a person should know of it: where result and replay differ, warnings
    rules_version VARCHAR NOT NULL,
    importer VARCHAR NOT NULL,
    importer_version VARCHAR NOT NULL,
    import_id INTEGER NOT NULL,
    file INTEGER NOT NULL,
    line BIGINT NOT NULL
);

-- One row a seat of a game; score and place as the replay left them, place and won null while the
-- game is not over.
CREATE TABLE seats (
    game_id INTEGER NOT NULL,
    seat UTINYINT NOT NULL,
    name VARCHAR NOT NULL,
    player_id VARCHAR,
    rating DOUBLE,
    score INTEGER NOT NULL,
    place UTINYINT,
    won BOOLEAN,
    turns INTEGER NOT NULL  -- own turns begun
);

CREATE TYPE node AS ENUM ('decision', 'chance', 'over');

CREATE TABLE moves (
    game_id INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    seat UTINYINT,  -- whose turn it is, at chance nodes too; null after the end
    turn INTEGER NOT NULL,  -- from 1
    kind node NOT NULL,
    text VARCHAR NOT NULL
);

CREATE TABLE effects (
    game_id INTEGER NOT NULL,
    ply INTEGER NOT NULL,  -- -1 before the first move
    turn INTEGER NOT NULL,  -- from 1; 0 before the first move
    seat UTINYINT NOT NULL,
    kind VARCHAR NOT NULL,
    what VARCHAR NOT NULL,
    cause VARCHAR NOT NULL,
    amount INTEGER NOT NULL,
    q SMALLINT,
    r SMALLINT,
    other_q SMALLINT,
    other_r SMALLINT
);

-- One row an objective drawn, dealt or given; summed up from effects at import.
CREATE TABLE objectives (
    game_id INTEGER NOT NULL,
    seat UTINYINT NOT NULL,
    objective VARCHAR NOT NULL,  -- as known at the end
    drawn_as VARCHAR,  -- as known when drawn, `group:?` for a hidden one; null: never seen drawn
    objective_group VARCHAR NOT NULL,
    colour VARCHAR,
    q SMALLINT,
    r SMALLINT,
    drawn_ply INTEGER,
    drawn_turn INTEGER,
    drawn_cause VARCHAR,
    completed_ply INTEGER,
    completed_turn INTEGER,
    points INTEGER,  -- of the completed
    rounds_in_hand INTEGER,  -- own turns begun from draw to completion; 0: in the same turn
    missed VARCHAR  -- cause, of what the game's end left undone
);

-- Points gained in one turn by one seat from one source; no row where nothing was gained.
CREATE TABLE scores (
    game_id INTEGER NOT NULL,
    seat UTINYINT NOT NULL,
    source VARCHAR NOT NULL,
    turn INTEGER NOT NULL,  -- from 1; 0 before the first move
    round INTEGER NOT NULL,  -- own turns begun by then
    points INTEGER NOT NULL
);

-- Decisions of one seat counted by the first word of the move.
CREATE TABLE actions (
    game_id INTEGER NOT NULL,
    seat UTINYINT NOT NULL,
    action VARCHAR NOT NULL,
    moves INTEGER NOT NULL
);

-- What could not be stored, each fault once however often its file comes.
CREATE TABLE rejected (
    rejected_id INTEGER NOT NULL,
    file_hash VARCHAR NOT NULL,
    file VARCHAR NOT NULL,
    line BIGINT,
    part INTEGER NOT NULL,  -- counts faults of one line, from 0
    id VARCHAR,
    game VARCHAR,
    status VARCHAR NOT NULL,  -- illegal, unreadable
    ply INTEGER,
    move VARCHAR,
    reason VARCHAR NOT NULL,
    legal VARCHAR[] NOT NULL,  -- what would have been legal instead, some of it
    excerpt VARCHAR NOT NULL,
    log VARCHAR  -- JSON of an illegal game, to show it up to where it stops
);

-- Wilson's 95 % interval of a rate of `hits` in `tries`; null where nothing was tried.
CREATE MACRO wilson_low(hits, tries) AS
    (hits + 1.9207294 - 1.9599640 * sqrt(hits * (tries - hits) / nullif(tries, 0) + 0.9603647))
    / (nullif(tries, 0) + 3.8414588);
CREATE MACRO wilson_high(hits, tries) AS
    (hits + 1.9207294 + 1.9599640 * sqrt(hits * (tries - hits) / nullif(tries, 0) + 0.9603647))
    / (nullif(tries, 0) + 3.8414588);
