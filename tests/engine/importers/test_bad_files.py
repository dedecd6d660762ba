"""Every broken sample gets one clear sentence, and the good games around the fault are read."""

from pathlib import Path

import pytest

from engine.importers.contract import Found, Rejected
from engine.importers.reading import Entry, read_file

BAD = Path(__file__).resolve().parents[2] / "samples" / "bad"

REJECTED = {
    "empty.hexlog": (1, "The file is empty.", []),
    "blank.hexlog": (1, "There is no game in the file.", []),
    "not-json.hexlog": (
        2,
        "The line is not JSON; in a hexlog file each line is one JSON object.",
        ["before", "after"],
    ),
    "not-an-object.hexlog": (
        2,
        "A game is a JSON object, and this is a list.",
        ["before", "after"],
    ),
    "wrong-format.hexlog": (
        2,
        'The format is "hexlog/0"; what can be read here is "hexlog/1".',
        ["before", "after"],
    ),
    "unknown-game.hexlog": (
        2,
        "There is no game 'chess' here; the games are: ",
        ["before", "after"],
    ),
    "missing-key.hexlog": (2, "The key `moves` is missing.", ["before", "after"]),
    "wrong-type.hexlog": (
        2,
        "`moves[1]` is a number, and has to be text.",
        ["before", "after"],
    ),
    "short-clock.hexlog": (
        2,
        (
            "`clock` has the length 1 and `moves` 2: it holds a time for each move, null where "
            "that is not known."
        ),
        ["before", "after"],
    ),
    "truncated.hexlog": (
        2,
        "The line ends in the middle of the JSON object: it was cut short.",
        ["before"],
    ),
    "latin-1.hexlog": (
        2,
        (
            "Byte 102 of the line is no UTF-8 (it is 0xeb); logs are in UTF-8: save the file again "
            "as UTF-8."
        ),
        ["before", "after"],
    ),
    "utf-16.hexlog": (
        1,
        "The file is in UTF-16, logs are in UTF-8: save it again as UTF-8.",
        [],
    ),
    "not-a-log.txt": (
        1,
        "This is no game log that can be read here; what can be read: ",
        [],
    ),
    "nested.zip": (
        1,
        "It is a zip inside a zip, which is not opened: unpack it.",
        ["after"],
    ),
}
READ_WITH_A_FAULT_FOR_THE_REPLAY = {
    "illegal-move.hexlog",
    "too-many-players.hexlog",
    "unknown-switch.hexlog",
    "unreadable-move.hexlog",
}
PARTLY = {"cut-short.hexlog.gz", "damaged.hexlog.gz"}
WARNED = {"unknown-key.hexlog"}


def rejected(entries: list[Entry]) -> list[Rejected]:
    return [entry.item for entry in entries if isinstance(entry.item, Rejected)]


def found(entries: list[Entry]) -> list[Found]:
    return [entry.item for entry in entries if isinstance(entry.item, Found)]


def test_every_sample_is_expected_here() -> None:
    names = {path.name for path in BAD.iterdir()} - {"README.md"}
    assert names == REJECTED.keys() | READ_WITH_A_FAULT_FOR_THE_REPLAY | PARTLY | WARNED


@pytest.mark.parametrize("name", REJECTED)
def test_a_fault_costs_its_line_alone(name: str) -> None:
    line, reason, others = REJECTED[name]
    entries = list(read_file(BAD / name))
    (fault,) = rejected(entries)
    assert fault.line == line
    assert fault.reason.startswith(reason)
    assert [item.log.id for item in found(entries)] == others


@pytest.mark.parametrize("name", sorted(READ_WITH_A_FAULT_FOR_THE_REPLAY))
def test_what_only_the_rules_can_know_is_read(name: str) -> None:
    entries = list(read_file(BAD / name))
    assert [entry.item.line for entry in entries] == [1, 2, 3]
    assert rejected(entries) == []


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (
            "cut-short.hexlog.gz",
            "The compressed data ends too early: the file was cut short, fetch it again.",
        ),
        ("damaged.hexlog.gz", "The compressed data is damaged ("),
    ],
)
def test_games_before_the_damage_of_an_archive_are_read(name: str, reason: str) -> None:
    entries = list(read_file(BAD / name))
    assert rejected(entries)[-1] == entries[-1].item
    assert rejected(entries)[-1].reason.startswith(reason)
    assert rejected(entries)[-1].line == len(entries)
    assert [item.log.id for item in found(entries)][:3] == ["before", "game 0", "game 1"]
    assert 100 < len(found(entries)) < 301


def test_unknown_keys_are_told() -> None:
    entries = list(read_file(BAD / "unknown-key.hexlog"))
    assert [item.warnings for item in found(entries)] == [
        (),
        ("`comment`, `players[0].colour` are unknown keys and are kept, but not used.",),
        (),
    ]


def test_a_rejected_line_is_named_as_far_as_it_can_be_read() -> None:
    (fault,) = rejected(list(read_file(BAD / "truncated.hexlog")))
    assert (fault.id, fault.game) == ("cut", "china_gold")
    assert fault.text.startswith('{"format": "hexlog/1", "game": "china_gold", "id": "cut"')
    assert len(fault.text) <= 120
