-- Exercises: own mistakes to be decided again, and how it went.
--
-- An exercise belongs to a table, not to a row of `games`: a game that is imported anew, or in
-- place of a worse log, finds its exercises again. One is at hand while its game is stored and the
-- deepest review of it still calls what was played there a mistake.

CREATE TABLE exercises (
    exercise_id INTEGER NOT NULL,
    table_key VARCHAR NOT NULL,  -- the game's natural key, else its hash
    ply INTEGER NOT NULL,
    seat UTINYINT NOT NULL,
    played VARCHAR NOT NULL,
    name VARCHAR NOT NULL,  -- of the player whose mistake it was
    game VARCHAR NOT NULL,
    action VARCHAR NOT NULL,  -- the first word of the move played
    made TIMESTAMPTZ NOT NULL,
    -- The card of the scheduler (FSRS): what it knows of how well this is remembered.
    state UTINYINT NOT NULL,  -- 1 learning, 2 reviewed, 3 learning again
    step INTEGER,  -- of learning; null while reviewed
    stability DOUBLE,  -- days until 9 of 10 would still know it; null before the first answer
    difficulty DOUBLE,  -- 1 to 10
    due TIMESTAMPTZ NOT NULL,
    last_answer TIMESTAMPTZ
);

-- One row an answer that counts. The rating may be changed until the next answer, so the card is
-- kept as it was before.
CREATE TABLE attempts (
    attempt_id INTEGER NOT NULL,
    exercise_id INTEGER NOT NULL,
    answered TIMESTAMPTZ NOT NULL,
    move VARCHAR NOT NULL,
    loss DOUBLE,  -- of expected score; null for a move that is known to be as good as the best
    correct BOOLEAN NOT NULL,
    rating UTINYINT NOT NULL,  -- 1 again, 2 hard, 3 good, 4 easy
    seconds DOUBLE NOT NULL,
    state UTINYINT NOT NULL,
    step INTEGER,
    stability DOUBLE,
    difficulty DOUBLE,
    due TIMESTAMPTZ NOT NULL,
    last_answer TIMESTAMPTZ
);
