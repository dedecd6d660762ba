-- What effects have in common is said once: a row of three texts is as dear to write as the nine
-- numbers beside it.

-- One row for each that ever happened; numbers are given as they come.
CREATE TABLE events (
    event INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    what VARCHAR NOT NULL,
    cause VARCHAR NOT NULL
);

CREATE TABLE effect_rows (
    game_id INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    seat UTINYINT NOT NULL,
    event INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    q SMALLINT,
    r SMALLINT,
    other_q SMALLINT,
    other_r SMALLINT
);

INSERT INTO events
SELECT row_number() OVER (ORDER BY kind, what, cause) - 1, kind, what, cause
FROM (SELECT DISTINCT kind, what, cause FROM effects);

INSERT INTO effect_rows BY NAME
SELECT
    effects.game_id, effects.ply, effects.turn, effects.seat, events.event, effects.amount,
    effects.q, effects.r, effects.other_q, effects.other_r
FROM effects
JOIN events USING (kind, what, cause)
ORDER BY effects.game_id, effects.rowid;

DROP TABLE effects;

CREATE VIEW effects AS
SELECT
    effect_rows.game_id,
    effect_rows.ply,  -- -1 before the first move
    effect_rows.turn,  -- from 1; 0 before the first move
    effect_rows.seat,
    events.kind,
    events.what,
    events.cause,
    effect_rows.amount,
    effect_rows.q,
    effect_rows.r,
    effect_rows.other_q,
    effect_rows.other_r
FROM effect_rows
JOIN events USING (event);
