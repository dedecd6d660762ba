"""hexlog/1: what is read, in which layouts, and what is written."""

import json
from io import BufferedReader, BytesIO
from typing import Any

import pytest

from engine.core.errors import UnreadableLog
from engine.core.gamelog import GameLog, Player, Result
from engine.importers.contract import Found, Rejected
from engine.importers.hexlog import IMPORTER, format_log, parse_log, reader

PLAIN: dict[str, Any] = {
    "format": "hexlog/1",
    "game": "china_gold",
    "players": [{"name": "Ana"}, {"name": "Zoë"}],
    "moves": ["throw 3"],
}
FULL: dict[str, Any] = {
    "format": "hexlog/1",
    "game": "china_gold",
    "id": "table 7",
    "players": [{"name": "Ana", "id": "a", "rating": 1500}, {"name": "Zoë", "rating": 1212.5}],
    "rules": {"turn_count": "up_to"},
    "setup": {"board": "synthetic-61"},
    "moves": ["throw 3", "turn a1 a2"],
    "clock": [1700000000, None],
    "notes": {"0": "brave", "1": "\u2028"},
    "result": {"scores": [1, 2.5], "winners": [1], "reason": "conceded"},
    "meta": {"date": "2024-02-29", "source": "by hand", "deep": [1, {"a": None}]},
}


def encoded(*documents: dict[str, Any]) -> bytes:
    return "".join(json.dumps(document) + "\n" for document in documents).encode()


def read(content: bytes) -> list[Found | Rejected]:
    return list(IMPORTER.read(BufferedReader(BytesIO(content)), "games"))


def lines_and_ids(content: bytes) -> list[tuple[int, str | None]]:
    return [
        (item.line, item.log.id if isinstance(item, Found) else item.reason)
        for item in read(content)
    ]


def test_every_key_is_read() -> None:
    (item,) = read(encoded(FULL))
    assert isinstance(item, Found)
    assert item.warnings == ()
    assert item.log == GameLog(
        format="hexlog/1",
        game="china_gold",
        id="table 7",
        players=[Player("Ana", id="a", rating=1500), Player("Zoë", rating=1212.5)],
        rules={"turn_count": "up_to"},
        setup={"board": "synthetic-61"},
        moves=["throw 3", "turn a1 a2"],
        clock=[1700000000, None],
        notes={"0": "brave", "1": "\u2028"},
        result=Result(scores=[1, 2.5], winners=[1], reason="conceded"),
        meta={"date": "2024-02-29", "source": "by hand", "deep": [1, {"a": None}]},
    )


def test_writing_gives_the_keys_in_the_order_of_the_page_on_one_line() -> None:
    shuffled = dict(reversed(FULL.items()))
    line = format_log(parse_log(json.dumps(shuffled)).log)
    assert "\n" not in line
    assert json.loads(line) == FULL
    assert list(json.loads(line)) == list(FULL)
    assert '"rating":1500}' in line
    assert '"scores":[1,2.5]' in line
    assert '"clock":[1700000000,null]' in line


def test_what_is_at_its_default_is_not_written() -> None:
    assert json.loads(format_log(parse_log(json.dumps(PLAIN)).log)) == PLAIN


def test_writing_what_was_read_and_reading_it_again_changes_nothing() -> None:
    spoilt = {**FULL, "extra": [1], "players": [{"name": "Ana", "colour": 1}, {"name": "Ben"}]}
    first = parse_log(json.dumps(spoilt))
    line = format_log(first.log)
    assert parse_log(line) == first
    assert json.loads(line) == spoilt


def test_unknown_keys_are_kept_where_writing_finds_them() -> None:
    spoilt: dict[str, Any] = {
        **PLAIN,
        "table": {"number": 7},
        "players": [{"name": "Ana"}, {"name": "Zoë", "team": "x"}],
        "result": {"scores": [1, 0], "comment": "close"},
    }
    log, warnings = parse_log(json.dumps(spoilt))
    assert warnings == (
        "`table`, `players[1].team`, `result.comment` are unknown keys and are kept, but not used.",
    )
    assert log.meta == {
        "unknown_keys": {
            "table": {"number": 7},
            "players": [{}, {"team": "x"}],
            "result": {"comment": "close"},
        }
    }
    assert json.loads(format_log(log)) == spoilt


def test_a_key_of_the_game_in_other_letters_becomes_the_key() -> None:
    assert parse_log(json.dumps({**PLAIN, "game": " China_Gold"})).log.game == "china_gold"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": 1}, "`format` is a number, and has to be text."),
        ({"game": None}, "`game` is null, and has to be text."),
        ({"id": 7}, "`id` is a number, and has to be text or null."),
        ({"players": {}}, "`players` is an object, and has to be a list."),
        ({"players": ["Ana"]}, "`players[0]` is text, and has to be an object."),
        ({"players": [{"name": "Ana"}, {}]}, "The key `name` is missing in `players[1]`."),
        ({"players": [{"name": 1}]}, "`players[0].name` is a number, and has to be text."),
        (
            {"players": [{"name": "Ana", "rating": "high"}]},
            "`players[0].rating` is text, and has to be a number or null.",
        ),
        ({"rules": []}, "`rules` is a list, and has to be an object."),
        ({"setup": "x"}, "`setup` is text, and has to be an object."),
        ({"moves": "throw 3"}, "`moves` is text, and has to be a list."),
        ({"moves": [True]}, "`moves[0]` is true or false, and has to be text."),
        ({"clock": ["noon"]}, "`clock[0]` is text, and has to be a number or null."),
        ({"notes": {"0": 1}}, "`notes.0` is a number, and has to be text."),
        ({"result": [1]}, "`result` is a list, and has to be an object or null."),
        (
            {"result": {"winners": [0.5]}},
            "`result.winners[0]` is a number, and has to be a whole number.",
        ),
        ({"meta": 1}, "`meta` is a number, and has to be an object or null."),
        ({"unknown": 1, "moves": 1}, "`moves` is a number, and has to be a list."),
        (
            {"game": "x" * 1000},
            f"There is no game '{'x' * 60}' here; the games are: ",
        ),
    ],
)
def test_a_wrong_type_is_said_with_its_place(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(UnreadableLog) as error:
        parse_log(json.dumps({**PLAIN, **change}))
    assert str(error.value).startswith(reason)


@pytest.mark.parametrize("key", ["format", "game", "players", "moves"])
def test_a_missing_key_is_named(key: str) -> None:
    document = {name: value for name, value in PLAIN.items() if name != key}
    with pytest.raises(UnreadableLog, match=f"^The key `{key}` is missing"):
        parse_log(json.dumps(document))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"hello", "The line is not JSON; in a hexlog file each line is one JSON object."),
        (b'{"a": 1} {"b": 2}', "The line goes on after the end of the JSON object; "),
        (b'{"a": NaN}', "The line is not right JSON: invalid character at byte 7."),
        (b'{"a"', "The line ends in the middle of the JSON object: it was cut short."),
        (b"[" * 100_000, "The JSON is nested deeper than any game log is."),
        (b"null", "A game is a JSON object, and this is null."),
        (b"12", "A game is a JSON object, and this is a number."),
        (b'{"a": "\xff"}', "Byte 8 of the line is no UTF-8 (it is 0xff); "),
    ],
)
def test_a_line_that_is_no_object_is_said_to_be_none(text: bytes, reason: str) -> None:
    with pytest.raises(UnreadableLog) as error:
        parse_log(text)
    assert str(error.value).startswith(reason)


@pytest.mark.parametrize("number", ["1e999", "-1e999", "9" * 5000])
@pytest.mark.parametrize(
    ("key", "value", "where"),
    [
        ("clock", "[{}]", "`clock[0]`"),
        ("result", '{{"scores": [1, {}]}}', "`result.scores[1]`"),
        ("meta", '{{"thinking": {}}}', "`meta`"),
        ("unknown", "{}", "the line"),
    ],
)
def test_a_number_beyond_all_numbers_is_named(
    number: str, key: str, value: str, where: str
) -> None:
    line = json.dumps(PLAIN)[:-1] + f', "{key}": {value.format(number)}}}'
    with pytest.raises(UnreadableLog) as error:
        parse_log(line)
    assert str(error.value) == (
        f"A number in {where} is too large to be computed with: correct it, or take it out."
    )


def test_what_cannot_be_meant_is_a_warning() -> None:
    document = {
        **PLAIN,
        "notes": {"0": "fine", "1": "too far", "-1": "too early", "end": "no number"},
        "result": {"reason": "bored"},
    }
    _, warnings = parse_log(json.dumps(document))
    assert warnings == (
        '`notes` has the key "1", which is no ply of this game.',
        '`notes` has the key "-1", which is no ply of this game.',
        '`notes` has the key "end", which is no ply of this game.',
        (
            '`result.reason` is "bored" and is taken as `normal`; known are: normal, conceded, '
            "abandoned, timeout, unfinished."
        ),
    )


def named(name: str) -> dict[str, Any]:
    return {**PLAIN, "id": name}


def test_blank_lines_count_and_are_skipped() -> None:
    content = b"\n" + encoded(named("a")) + b" \t\r\n\n" + encoded(named("b")).rstrip()
    assert lines_and_ids(content) == [(2, "a"), (5, "b")]


def test_lines_may_end_as_on_windows() -> None:
    content = encoded(named("a"), named("b")).replace(b"\n", b"\r\n")
    assert lines_and_ids(content) == [(1, "a"), (2, "b")]


@pytest.mark.parametrize("indent", [None, 1, "\t"])
def test_one_game_laid_out_for_people_is_read(indent: str | int | None) -> None:
    content = b"\n" + json.dumps(named("a"), indent=indent).encode()
    assert lines_and_ids(content) == [(2, "a")]


def test_a_list_of_games_is_read_and_each_has_its_line() -> None:
    games = [named("a"), named("b")]
    assert lines_and_ids(json.dumps(games).encode()) == [(1, "a"), (1, "b")]
    one_a_line = b"[\n" + b",\n".join(json.dumps(game).encode() for game in games) + b"\n]\n"
    assert lines_and_ids(one_a_line) == [(2, "a"), (3, "b")]
    laid_out = json.dumps(games, indent=1).encode()
    second = laid_out[: laid_out.index(b'"id": "b"')].count(b"\n {\n") and laid_out.count(b"\n")
    assert [name for _, name in lines_and_ids(laid_out)] == ["a", "b"]
    assert lines_and_ids(laid_out)[0][0] == 2
    assert 2 < lines_and_ids(laid_out)[1][0] < second


def test_a_list_that_breaks_gives_the_games_before() -> None:
    whole = json.dumps([named("a"), named("b")]).encode()
    assert lines_and_ids(whole[:-20]) == [
        (1, "a"),
        (1, "The file ends in the middle of a JSON object: it was cut short."),
    ]
    assert lines_and_ids(b"[" + encoded(named("a"), named("b")) + b"]") == [
        (1, "a"),
        (
            2,
            (
                "Here the JSON goes on after the end of a game: put a comma between the games of a "
                "list, or write one game a line."
            ),
        ),
    ]
    broken = b"[" + encoded(named("a")).rstrip() + b",\n{'b'}]"
    ((_, first), (line, reason)) = lines_and_ids(broken)
    assert (first, line) == ("a", 2)
    assert reason is not None
    assert reason.startswith("The JSON is not right in line 2, column 2: ")


def test_a_number_of_thousands_of_digits_in_a_list_costs_its_game() -> None:
    endless = encoded({**named("b"), "meta": {"x": 0}}).replace(b'"x": 0', b'"x": ' + b"9" * 5000)
    content = b"[" + encoded(named("a")).rstrip() + b",\n" + endless + b",\n" + encoded(named("c"))
    assert lines_and_ids(content) == [
        (1, "a"),
        (2, "A number here has thousands of digits: correct it, or take it out."),
        (4, "c"),
    ]


def test_an_element_of_a_list_that_is_no_game_costs_itself() -> None:
    content = json.dumps([1, named("a"), {}]).encode()
    assert lines_and_ids(content) == [
        (1, "A game is a JSON object, and this is a number."),
        (1, "a"),
        (1, 'The key `format` is missing; it says "hexlog/1" in every game log.'),
    ]


def test_an_empty_list_holds_no_game() -> None:
    assert lines_and_ids(b" [ ] ") == [(1, "There is no game in the file.")]


def test_a_list_beyond_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "LONGEST_LINE", 100)
    ((line, reason),) = lines_and_ids(json.dumps([named("a")]).encode())
    assert line == 1
    assert reason == (
        "A JSON list of games is read up to 100 bytes: write one game a line, without brackets and "
        "commas around them."
    )


def test_a_line_cut_short_at_the_start_does_not_turn_the_file_into_a_document() -> None:
    content = b'{"format": "hexlog/1", "players": [\n' + encoded(named("a"))
    assert lines_and_ids(content) == [
        (1, "The line ends in the middle of the JSON object: it was cut short."),
        (2, "a"),
    ]


@pytest.mark.parametrize(
    ("first", "reason"),
    [
        (b"[" * 100_000, "The JSON is nested deeper than any game log is."),
        (b"[x]", "The JSON is not right in line 1, column 2: Expecting value."),
        (
            b'{"format": "hexlog/1",\njunk',
            (
                "The JSON is not right in line 2, column 1: "
                "Expecting property name enclosed in double quotes."
            ),
        ),
    ],
)
def test_a_bad_line_that_looks_like_a_document_costs_itself(first: bytes, reason: str) -> None:
    content = first + b"\n" + encoded(named("a"), named("b"))
    after = first.count(b"\n") + 2
    assert lines_and_ids(content) == [(1, reason), (after, "a"), (after + 1, "b")]


def test_games_a_line_after_an_empty_list_are_read() -> None:
    assert lines_and_ids(b"[]\n" + encoded(named("a"))) == [(2, "a")]


def test_a_list_that_breaks_gives_the_games_after_where_they_have_a_line() -> None:
    games = [encoded(named(name)).rstrip() for name in "ab"]
    content = b"[" + games[0] + b",\nbroken,\n" + games[1] + b"]\n"
    first, (line, reason), last = lines_and_ids(content)
    assert (first, line, last) == ((1, "a"), 2, (3, "b"))
    assert reason == "The JSON is not right in line 2, column 1: Expecting value."
