-- Reviews: what decisions cost, luck, and facts about plies; and the queue of games that wait.

-- One row a game and depth. The newest takes the place of an older one.
CREATE TABLE reviews (
    game_id INTEGER NOT NULL,
    depth VARCHAR NOT NULL,
    seed BIGINT NOT NULL,
    rules_version VARCHAR NOT NULL,
    evaluator_version VARCHAR NOT NULL,
    made TIMESTAMPTZ NOT NULL,
    seconds DOUBLE NOT NULL,
    chance_covered DOUBLE NOT NULL,  -- share of chance plies whose outcome is known
    stopped VARCHAR,  -- why nothing could be evaluated from some ply on
    document BLOB NOT NULL  -- the whole review: JSON in one zstd frame
);

-- One row a decision with a choice. Losses are in expected score of the game, 0 to 1.
CREATE TABLE decisions (
    game_id INTEGER NOT NULL,
    depth VARCHAR NOT NULL,
    ply INTEGER NOT NULL,
    seat UTINYINT NOT NULL,
    turn INTEGER NOT NULL,  -- from 1
    action VARCHAR NOT NULL,  -- the first word of the move played
    phase VARCHAR NOT NULL,  -- early, middle, late: thirds of the game's plies
    played VARCHAR NOT NULL,
    best VARCHAR NOT NULL,
    loss DOUBLE NOT NULL,
    low DOUBLE NOT NULL,
    high DOUBLE NOT NULL,
    samples INTEGER NOT NULL,
    label VARCHAR NOT NULL,  -- best, close, inaccuracy, mistake, blunder
    exact BOOLEAN NOT NULL,
    difficulty DOUBLE NOT NULL,
    avoidable BOOLEAN NOT NULL,
    gained_by UTINYINT,
    punished BOOLEAN
);

-- One row a seat of a reviewed game.
CREATE TABLE review_seats (
    game_id INTEGER NOT NULL,
    depth VARCHAR NOT NULL,
    seat UTINYINT NOT NULL,
    decisions INTEGER NOT NULL,
    loss DOUBLE NOT NULL,
    luck DOUBLE NOT NULL,
    result DOUBLE,  -- 1 for a sole win, shared by those who tie; null while not over
    luck_adjusted DOUBLE
);

-- One row a fact found without search; of every reviewed game, whatever the depth.
CREATE TABLE findings (
    game_id INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    seat UTINYINT NOT NULL,
    key VARCHAR NOT NULL,
    points DOUBLE,
    q SMALLINT,
    r SMALLINT,
    words VARCHAR NOT NULL  -- JSON
);

-- What was found at a ply, by a hash of all that it depends on: reviews resume and share it.
CREATE TABLE evaluations (key BLOB NOT NULL, found VARCHAR NOT NULL);

-- Games that wait for a review, in the order in which they were asked for.
CREATE TABLE review_queue (
    place BIGINT NOT NULL,
    game_id INTEGER NOT NULL,
    depth VARCHAR NOT NULL,
    failed VARCHAR  -- why it was given up; such a row waits for nothing
);
