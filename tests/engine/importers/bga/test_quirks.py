"""Packets and events at closer range than `test_cases` has them."""

import json
from typing import Any

import pytest

from engine.importers.bga.facts import Facts, player_of, read_facts
from engine.importers.bga.naming import Unplaced, game_of
from engine.importers.bga.opening import Saved, open_logs
from engine.importers.bga.templates import at_path, bare, plain_text
from engine.importers.bga.wire import happenings, in_moves
from tests.engine.importers.bga.reading import loaded
from tests.engine.importers.bga.samples import SMALL, TABLE, dressed

Packet = dict[str, Any]


def packet(number: int, events: list[Packet], move: Any = "1", seat: str | None = None) -> Packet:
    channel = f"/table/t{TABLE}" if seat is None else f"/player/p{seat}"
    return {
        "channel": channel,
        "table_id": TABLE,
        "packet_id": str(number),
        "packet_type": "resend",
        "move_id": move,
        "data": events,
    }


def event(kind: str, args: Any = None, **more: Any) -> Packet:
    return {"uid": "6a1dfa12cde14", "type": kind, "log": "", "args": args or [], **more}


def opened(packets: list[Packet]) -> Saved:
    (log,) = open_logs(json.dumps(packets).encode())
    assert isinstance(log, Saved)
    return log


def facts_of(packets: list[Packet]) -> Facts:
    return read_facts(opened(packets))


def test_a_packet_without_move_belongs_to_the_open_one() -> None:
    numbered = [(1, None), (2, 4), (3, None), (5, "5")]
    moves = in_moves(opened([packet(one, [event("a")], move) for one, move in numbered]).packets)
    assert [(move.number, len(move.packets)) for move in moves] == [(None, 1), (4, 2), (5, 1)]


def test_private_events_stand_before_the_table_event_that_synchro_names() -> None:
    packets = [
        packet(1, [event("p0", synchro=0), event("p2", synchro="2")], seat="7"),
        packet(2, [event("t0"), event("t1")]),
        packet(3, [event("t2")], None),
        packet(4, [event("late")], seat="7"),
    ]
    moves = in_moves(opened(packets).packets)
    order = [one.event.type for move in moves for one in happenings(move)]
    assert order == ["p0", "t0", "t1", "p2", "t2", "late"]


@pytest.mark.parametrize(
    ("args", "player"),
    [
        ({"player": 12}, "12"),
        ({"player": "green", "pId": "12"}, "12"),
        ({"player": "green"}, None),
        ({"player_id": True}, None),
        ({}, None),
    ],
)
def test_what_is_no_number_is_no_player(args: dict[str, Any], player: str | None) -> None:
    assert player_of(args) == player


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("<b>Alice &amp; Bob</b>", "Alice & Bob"),
        ({"log": "row ${row}", "args": {"row": {"log": "<i>${n}</i>", "args": {"n": 3}}}}, "row 3"),
        ({"log": "none of ${it}", "args": []}, "none of"),
        (3.0, "3"),
        (True, "true"),
        ([], ""),
        (None, ""),
    ],
)
def test_text_is_plain_whatever_it_is_wrapped_in(value: Any, text: str) -> None:
    assert plain_text(value) == text


def test_texts_are_plain_however_deep() -> None:
    said = {"log": "${n}", "args": {"n": "<i>2</i>"}}
    assert bare({"x": ["<b>1</b>", said], "y": 3}) == {"x": ["1", "2"], "y": 3}


def test_an_empty_list_is_an_empty_map() -> None:
    assert at_path({"a": []}, "a.b") is None
    assert at_path({"a": [{"b": 5}]}, "a.0.b") == 5
    facts = facts_of([packet(1, [event("x", [])]), packet(2, [event("", []), event("y", None)])])
    assert dict(facts.counts) == {"x": 1, "y": 1}
    assert facts.examples["x"].event.arguments() == {}


def test_a_packet_s_time_comes_before_that_of_the_uid() -> None:
    assert facts_of([packet(1, [event("a")])]).began == 0x6A1DFA12
    assert facts_of([packet(1, [event("a")]) | {"time": "1780349458"}]).began == 1_780_349_458
    assert facts_of([packet(1, [event("a", uid="xyz")])]).began is None


def test_types_that_two_dialects_claim_are_not_guessed() -> None:
    (log,) = open_logs(dressed().content())
    assert isinstance(log, Saved)
    other = SMALL.toml.replace('"battle_sheep"', '"takenoko"')
    with pytest.raises(Unplaced, match="could be those of battle_sheep or takenoko"):
        game_of(read_facts(log), [loaded(SMALL.toml), loaded(other)])
