-- Purpose: a connection that sees no names. Grain: every question asked on it.
--
-- The views stand before the tables of the same names, so that no question has to know of them.
-- {store} is the catalogue of the store; the variable `salt` is set before, and so are the functions
-- `only_own` and `only_own_moves`, which leave out words that the program does not write.
CREATE TEMP MACRO is_pseudonym(name) AS
    name = '' OR regexp_full_match(name, 'Player [0-9a-f]{5}-[0-9a-f]{5}');
CREATE TEMP MACRO pseudonym(name) AS
    CASE
        WHEN is_pseudonym(name) THEN name
        ELSE
            'Player ' || substr(sha256(getvariable('salt') || name), 1, 5)
            || '-' || substr(sha256(getvariable('salt') || name), 6, 5)
    END;
CREATE TEMP MACRO people_of(log) AS
    from_json((log::JSON -> '$.players'), '[{"name": "VARCHAR", "rating": "DOUBLE"}]');
-- Where a name stands in a text: anywhere, but a short one only as a word of its own.
CREATE TEMP MACRO where_named(name) AS
    CASE
        WHEN length(name) > 3 THEN '(?i)' || regexp_escape(name)
        ELSE '(^|[^0-9A-Za-z_])' || regexp_escape(name) || '($|[^0-9A-Za-z_])'
    END;
-- Longer names before those that they hold: sorted by what stands first in each list.
CREATE TEMP MACRO nameless(said, log) AS
    CASE
        WHEN said IS NOT NULL THEN list_reduce(
            list_sort(list_transform(
                -- Few texts hold a name, and looking is much quicker than replacing.
                list_filter(
                    people_of(log),
                    lambda person:
                        contains(lower(said), lower(person.name)) AND NOT is_pseudonym(person.name)
                ),
                lambda person: [
                    printf('%09d', 999999999 - length(person.name)),
                    where_named(person.name),
                    CASE
                        WHEN length(person.name) > 3 THEN pseudonym(person.name)
                        ELSE '\1' || pseudonym(person.name) || '\2'
                    END
                ]
            )),
            lambda text, person: [regexp_replace(text[1], person[2], person[3], 'g')],
            [said]
        )[1]
    END;
-- What a log said in its own words stands between quotation marks, and may hold some.
CREATE TEMP MACRO unquoted(said) AS
    regexp_replace(
        regexp_replace(regexp_replace(said, '“.*”', '"…"', 's'), '".*"', '"…"', 's'),
        '(^|[^0-9A-Za-z])''.*''($|[^0-9A-Za-z])', '\1"…"\2', 's'
    );
CREATE TEMP MACRO told(said, log) AS only_own(unquoted(nameless(said, log)));
-- Of what a log says beside the game only what is known to be no free text.
CREATE TEMP MACRO masked_log(log) AS
    CASE WHEN log IS NOT NULL THEN json_merge_patch(
        log::JSON,
        json_object(
            'id', nameless((log::JSON ->> '$.id'), log),
            'players',
            list_transform(
                people_of(log),
                lambda person: {'name': pseudonym(person.name), 'rating': person.rating}
            ),
            'notes', NULL,
            'meta', NULL,
            'result',
            CASE
                WHEN (log::JSON ->> '$.result.reason') IS NOT NULL
                    THEN json_object('reason', nameless((log::JSON ->> '$.result.reason'), log))
                ELSE (log::JSON -> '$.result')
            END
        ),
        json_object(
            'meta',
            CASE
                WHEN (log::JSON -> '$.meta') IS NOT NULL THEN json_object(
                    'source', nameless((log::JSON ->> '$.meta.source'), log),
                    'date', (log::JSON -> '$.meta.date'),
                    'seconds', (log::JSON -> '$.meta.seconds'),
                    'moves_of_the_site', (log::JSON -> '$.meta.moves_of_the_site')
                )
            END
        )
    )::VARCHAR END;
CREATE TEMP MACRO masked_file(number, name) AS
    trim('file ' || number) || lower(regexp_extract(name, '(\.[A-Za-z0-9]{1,8}){1,2}$'));
CREATE TEMP MACRO masked_id(id) AS
    CASE WHEN regexp_full_match(id, '[0-9a-f_.:-]*') THEN id END;

CREATE TEMP VIEW seats AS
SELECT * REPLACE (pseudonym(name) AS name, NULL::VARCHAR AS player_id) FROM {store}.main.seats;

-- `natural_key` joins and is never shown.
CREATE TEMP VIEW games AS
SELECT
    * REPLACE (
        nameless(source, header) AS source,
        nameless(source_id, header) AS source_id,
        nameless(board, header) AS board,
        nameless(reason, header) AS reason,
        told(remark, header) AS remark,
        masked_log(header) AS header
    )
FROM {store}.main.games;

CREATE TEMP VIEW files AS
SELECT * REPLACE (masked_file(file, name) AS name, '' AS inside, only_own(unquoted(problem)) AS problem)
FROM {store}.main.files;

CREATE TEMP VIEW raw AS
SELECT * REPLACE (masked_file('', name) AS name, NULL::VARCHAR AS choice) FROM {store}.main.raw;

CREATE TEMP VIEW raw_pieces AS FROM {store}.main.raw_pieces WHERE FALSE;

CREATE TEMP VIEW companions AS
SELECT * REPLACE ('' AS inside, masked_id(source_id) AS source_id) FROM {store}.main.companions;

CREATE TEMP VIEW verdicts AS
SELECT
    verdicts.* REPLACE (
        CASE WHEN verdicts.rules_version IS NOT NULL OR games.header IS NOT NULL THEN verdicts.game END
            AS game,
        masked_id(verdicts.id) AS id,
        told(verdicts.reason, games.header) AS reason,
        only_own(verdicts.move) AS move,
        list_transform(
            verdicts.warnings, lambda warning: told(warning, games.header)
        ) AS warnings
    )
FROM (
    SELECT * FROM {store}.main.verdicts
) AS verdicts
LEFT JOIN (SELECT game_id AS number, header FROM {store}.main.games) AS games
    ON games.number = verdicts.game_id;

CREATE TEMP VIEW rejected AS
SELECT
    * REPLACE (
        masked_file('', file) AS file,
        CASE WHEN log IS NOT NULL THEN game END AS game,
        CASE WHEN log IS NULL THEN masked_id(id) ELSE nameless(id, log) END AS id,
        only_own(move) AS move,
        CASE WHEN log IS NULL THEN told(reason, NULL) ELSE only_own(nameless(reason, log)) END
            AS reason,
        CASE WHEN log IS NULL THEN '' ELSE only_own(nameless(excerpt, log)) END AS excerpt,
        only_own_moves(masked_log(log)) AS log
    )
FROM {store}.main.rejected;

CREATE TEMP VIEW exercises AS
SELECT * REPLACE (pseudonym(name) AS name) FROM {store}.main.exercises;

CREATE TEMP VIEW privacy AS SELECT '' AS salt, FALSE AS rewrite;
