-- Purpose: one page of the list of games. Grain: a game with a seat in the table `selection`.
WITH at_table AS (
    SELECT
        game_id,
        list(name ORDER BY seat) AS names,
        list(score ORDER BY seat) AS scores,
        list(place ORDER BY seat) AS places
    FROM seats
    SEMI JOIN selection USING (game_id)
    GROUP BY game_id
),
found AS (
    SELECT
        games.game_id,
        games.game,
        games.status,
        games.grade,
        games.date,
        games.source,
        games.source_id,
        games.board,
        games.players,
        at_table.names,
        at_table.scores,
        at_table.places,
        games.plies,
        games.turns,
        games.reason,
        games.remark,
        files.name AS file,
        games.line
    FROM games
    JOIN at_table USING (game_id)
    JOIN files USING (import_id, file)
    WHERE
        $search = ''
        OR contains(
            lower(concat_ws(
                ' ', array_to_string(at_table.names, ' '), games.source, games.source_id, files.name
            )),
            lower($search)
        )
),
keyed AS (
    SELECT
        *,
        CASE $order
            WHEN 'game' THEN game
            WHEN 'status' THEN status
            WHEN 'names' THEN lower(array_to_string(names, ' '))
        END AS text_key,
        CASE $order
            WHEN 'date' THEN date_diff('day', DATE '1970-01-01', date)
            WHEN 'players' THEN players
            WHEN 'plies' THEN plies
            WHEN 'turns' THEN turns
            WHEN 'score' THEN list_max(scores)
            ELSE game_id
        END AS number_key
    FROM found
)
SELECT * EXCLUDE (text_key, number_key)
FROM keyed
ORDER BY
    CASE WHEN $descending THEN text_key END DESC NULLS LAST,
    CASE WHEN NOT $descending THEN text_key END ASC NULLS LAST,
    CASE WHEN $descending THEN number_key ELSE -number_key END DESC NULLS LAST,
    game_id DESC
LIMIT $limit OFFSET $offset
