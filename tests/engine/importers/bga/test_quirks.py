"""Every quirk of packets and events, every undo, every ending of the spec."""

import json
from typing import Any

import pytest

from engine.importers.bga.facts import FRAMEWORK, Facts, player_of, read_facts
from engine.importers.bga.naming import Unplaced, game_of
from engine.importers.bga.opening import Saved, open_logs
from engine.importers.bga.templates import at_path, plain_text
from engine.importers.bga.wire import happenings, in_moves
from engine.replay import Status
from tests.engine.importers.bga.reading import loaded, played, read_bytes, the_found, the_rejected
from tests.engine.importers.bga.samples import SMALL, TABLE, dressed, tableinfos

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


def facts_of(packets: list[Packet]) -> Facts:
    (log,) = open_logs(json.dumps(packets).encode())
    assert isinstance(log, Saved)
    return read_facts(log)


def order_of(packets: list[Packet]) -> list[str | None]:
    (log,) = open_logs(json.dumps(packets).encode())
    assert isinstance(log, Saved)
    return [one.event.type for move in in_moves(log.packets) for one in happenings(move)]


# Order


def test_packets_are_ordered_by_number_and_not_by_text() -> None:
    packets = [packet(10, [event("c")]), packet(9, [event("b")]), packet(2, [event("a")])]
    assert order_of(packets) == ["a", "b", "c"]


def test_a_packet_without_move_belongs_to_the_open_one() -> None:
    (log,) = open_logs(
        json.dumps(
            [
                packet(1, [event("a")], None),
                packet(2, [event("b")], 4),
                packet(3, [event("c")], None),
                packet(5, [event("d")], "5"),
            ]
        ).encode()
    )
    assert isinstance(log, Saved)
    moves = in_moves(log.packets)
    assert [move.number for move in moves] == [None, 4, 5]
    assert [len(move.packets) for move in moves] == [1, 2, 1]


def test_private_events_stand_before_the_table_event_that_synchro_names() -> None:
    packets = [
        packet(1, [event("p0", synchro=0), event("p2", synchro="2")], seat="7"),
        packet(2, [event("t0"), event("t1")]),
        packet(3, [event("t2")], None),
        packet(4, [event("late")], seat="7"),
    ]
    assert order_of(packets) == ["p0", "t0", "t1", "p2", "t2", "late"]


# Values


@pytest.mark.parametrize(
    ("args", "player"),
    [
        ({"player_id": "12"}, "12"),
        ({"playerId": 12}, "12"),
        ({"pId": "12"}, "12"),
        ({"player": 12}, "12"),
        ({"player": "green"}, None),
        ({"player_id": True}, None),
        ({}, None),
    ],
)
def test_a_player_id_stands_under_four_keys_as_text_or_number(
    args: dict[str, Any], player: str | None
) -> None:
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


def test_an_empty_list_is_an_empty_map() -> None:
    assert at_path({"a": []}, "a.b") is None
    assert at_path({"a": [{"b": 5}]}, "a.0.b") == 5
    facts = facts_of([packet(1, [event("x", [])]), packet(2, [event("", []), event("y", None)])])
    assert dict(facts.counts) == {"x": 1, "y": 1}
    assert facts.examples["x"].event.arguments() == {}


def test_framework_and_chat_are_no_moves() -> None:
    noise = [event(kind) for kind in (*FRAMEWORK - {"undoRestorePoint"}, "", "tablechatmessage")]
    facts = facts_of([packet(1, noise)])
    assert facts.counts == {}
    assert facts.events == []


def test_without_times_the_uid_is_the_clock() -> None:
    facts = facts_of([packet(1, [event("a")])])
    assert facts.began == 0x6A1DFA12
    timed = packet(1, [event("a")]) | {"time": "1780349458"}
    assert facts_of([timed]).began == 1_780_349_458
    assert facts_of([packet(1, [event("a", uid="xyz")])]).began is None


def test_the_same_moves_whether_or_not_packets_have_times() -> None:
    with_times, without = (
        the_found(read_bytes(dressed(times=times).content(), SMALL.toml)) for times in (True, False)
    )
    assert with_times.log.moves == without.log.moves
    assert with_times.log.clock == without.log.clock


# Twins


TWINS = """
format = "bga-dialect/1"
game = "battle_sheep"
claims = ["put", "hand"]

[[moves]]
type = "put"
move = "start {cell}"
arguments.cell = { as = "cell" }

[[moves]]
type = "hand"
private = true
actor = false
move = "note {what}"

[[moves]]
type = "put_private"
twin = "put"
move = "start {cell}"
arguments.cell = { as = "cell" }
"""


def moves_of(packets: list[Packet], toml: str = TWINS) -> list[str]:
    players = [{"id": "7", "name": "A"}, {"id": 8, "name": "B"}]
    document = {"status": 1, "data": {"logs": packets, "players": players}}
    return the_found(read_bytes(json.dumps(document).encode(), toml)).log.moves


def test_private_twins_fill_in_and_do_not_count() -> None:
    public = [event("put", {"player_id": 7, "cell": ""}), event("put", {"pId": "8", "cell": None})]
    private = [
        packet(1, [event("put", {"player_id": "7", "cell": "1,2"}, synchro=0)], seat="7"),
        packet(2, [event("put_private", {"player": 8, "cell": [3, 4]}, synchro=1)], seat="8"),
    ]
    assert moves_of([*private, packet(3, public)]) == ["start 1,2", "start 3,4"]


def test_a_twin_does_not_change_what_was_public() -> None:
    packets = [
        packet(1, [event("put", {"player_id": 7, "cell": "9,9"}, synchro=0)], seat="7"),
        packet(2, [event("put", {"player_id": 7, "cell": "1,2"})]),
    ]
    assert moves_of(packets) == ["start 1,2"]


def test_private_events_alone_count_once_and_only_where_the_dialect_says_so() -> None:
    seen = event("hand", {"player_id": "7", "what": "x"}, synchro=0)
    alone = event("put", {"player_id": 7, "cell": "5,5"}, synchro=0)
    packets = [packet(1, [seen, alone], seat="7"), packet(2, [seen], seat="8"), packet(3, [])]
    assert moves_of(packets) == ["note x"]


# Undo in its four shapes


def test_rows_removed_are_only_counted() -> None:
    found = the_found(read_bytes(dressed(undo=("gap",)).content(), SMALL.toml))
    assert played(found).status is Status.VERIFIED
    assert any("moves taken back: their numbers are missing" in text for text in found.warnings)


@pytest.mark.parametrize("how", ["cancel", "framework"])
def test_later_events_take_back(how: str) -> None:
    one = dressed(undo=(how,))
    assert one.undone
    found = the_found(read_bytes(one.content(), SMALL.toml))
    assert found.log.moves == one.log.moves
    assert played(found).status is Status.VERIFIED
    assert found.log.meta is not None
    assert found.log.meta["moves_taken_back"] >= 1


UNDO = (
    TWINS
    + """
[[undo]]
type = "unput"
of = "start"
"""
)


def test_the_inverse_of_a_kind_of_move_takes_back_the_last_of_that_kind() -> None:
    packets = [
        packet(1, [event("put", {"player_id": 7, "cell": "1,2"})]),
        packet(2, [event("hand", {"player_id": 7, "what": "x"})], 2),
        packet(3, [event("unput", {"player_id": 7})], 3),
    ]
    assert moves_of(packets, UNDO) == ["note x"]


def test_no_undo_goes_beyond_a_change_of_player() -> None:
    packets = [
        packet(1, [event("put", {"player_id": 7, "cell": "1,2"})]),
        packet(2, [event("put", {"player_id": 8, "cell": "1,3"})], 2),
        packet(3, [event("unput", {"player_id": 7})], 3),
    ]
    assert moves_of(packets, UNDO) == ["start 1,2", "start 1,3"]
    document = {"logs": packets, "players": [{"id": 7, "name": "A"}, {"id": 8, "name": "B"}]}
    found = the_found(read_bytes(json.dumps(document).encode(), UNDO))
    assert any("takes back a move, but there is none" in text for text in found.warnings)
    assert found.log.meta is not None
    assert found.log.meta["grade"] == "partial"


def test_no_undo_goes_beyond_a_draw() -> None:
    chance = UNDO.replace("claims", 'chance = ["note"]\nclaims')
    packets = [
        packet(1, [event("put", {"player_id": 7, "cell": "1,2"})]),
        packet(2, [event("hand", {"player_id": 7, "what": "x"})], 2),
        packet(3, [event("unput", {"player_id": 7})], 3),
    ]
    assert moves_of(packets, chance) == ["start 1,2", "note x"]


# Endings


@pytest.mark.parametrize(
    ("end", "reason", "status"),
    [
        ("normal", "normal", Status.VERIFIED),
        ("concede", "conceded", Status.INCOMPLETE),
        ("concede flag", "conceded", Status.INCOMPLETE),
        ("timeout", "normal", Status.VERIFIED),  # skipped once, played to the end
        ("quit", "abandoned", Status.INCOMPLETE),
        ("abandon", "abandoned", Status.INCOMPLETE),
        ("zombie", "abandoned", Status.INCOMPLETE),
        ("none", None, Status.UNVERIFIED),
    ],
)
def test_how_a_log_ends(end: str, reason: str | None, status: Status) -> None:
    found = the_found(read_bytes(dressed(end=end).content(), SMALL.toml))
    assert (found.log.result.reason if found.log.result else None) == reason
    assert played(found).status is status


def test_a_player_skipped_who_left_timed_out() -> None:
    one = dressed(end="zombie")
    one.packets.insert(-1, packet(9_000, [event("skipTurnOfPlayer", {"player_id": 1})], None))
    one.packets[-1]["packet_id"] = "9001"
    found = the_found(read_bytes(one.content(), SMALL.toml))
    assert found.log.result is not None
    assert found.log.result.reason == "timeout"


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ("normal_end", "normal"),
        ("normal_concede_end", "conceded"),
        ("neutralized_after_skipturn", "timeout"),
        ("abandon_by_decision", "abandoned"),
        ("didntstart_timeout", "abandoned"),
    ],
)
def test_the_companion_tells_the_end(told: str, reason: str) -> None:
    bundle = dressed().document() | {"tableinfos": {"data": tableinfos(reason=told)}}
    found = the_found(read_bytes(json.dumps(bundle).encode(), SMALL.toml))
    assert found.log.result is not None
    assert found.log.result.reason == reason
    assert found.log.meta is not None
    assert found.log.meta["endgame_reason"] == told


def test_a_log_without_its_end_takes_the_result_of_the_companion() -> None:
    bundle = dressed(end="none").document() | {"tableinfos": tableinfos()}
    found = the_found(read_bytes(json.dumps(bundle).encode(), SMALL.toml))
    assert played(found).status is Status.VERIFIED


def test_without_ranks_scores_and_tie_breaks_tell_the_winner() -> None:
    rows = [
        {"id": "7", "score": "5", "score_aux": "1"},
        {"id": "8", "score": "5", "score_aux": "2"},
        {"id": "9", "score": "5", "score_aux": "2"},
    ]
    end = event("gameStateChange", {"name": "gameEnd", "args": {"result": rows}})
    facts = facts_of([packet(1, [end])])
    assert facts.ending.winners() == ["8", "9"]
    assert list(facts.players) == ["7", "8", "9"]


# Which game


def test_a_conflict_of_names_is_refused() -> None:
    bundle = dressed().document() | {"tableinfos": tableinfos("takenoko")}
    content = json.dumps(bundle).encode()
    reason = the_rejected(read_bytes(content, SMALL.toml, game="splits")).reason
    assert "--game says `battle_sheep` and its companion says `takenoko`" in reason
    reason = the_rejected(read_bytes(content, SMALL.toml)).reason
    assert "its companion says `takenoko`, and its notifications are those of" in reason


@pytest.mark.parametrize("name", ["takenokolor", "chess"])
def test_another_game_is_named(name: str) -> None:
    bundle = dressed().document() | {"tableinfos": tableinfos(name)}
    reason = the_rejected(read_bytes(json.dumps(bundle).encode(), SMALL.toml)).reason
    assert f"of the game `{name}`" in reason
    assert "not read here" in reason


@pytest.mark.parametrize("name", ["splits", "battlesheep", "battle_sheep", "Battle Sheep"])
def test_the_user_names_the_game_by_any_of_its_names(name: str) -> None:
    unclaimed = SMALL.toml.replace('claims = ["pasturePlaced", "flockMoved"]', "claims = []")
    assert (
        "of which game nothing tells"
        in the_rejected(read_bytes(dressed().content(), unclaimed)).reason
    )
    found = the_found(read_bytes(dressed().content(), unclaimed, game=name))
    assert found.log.game == "battle_sheep"


def test_types_that_two_dialects_claim_are_not_guessed() -> None:
    (log,) = open_logs(dressed().content())
    assert isinstance(log, Saved)
    other = SMALL.toml.replace('"battle_sheep"', '"takenoko"')
    with pytest.raises(Unplaced, match="could be those of battle_sheep or takenoko"):
        game_of(read_facts(log), [loaded(SMALL.toml), loaded(other)])


# What the dialect does not know


def test_unknown_types_are_listed_with_counts_and_an_example() -> None:
    one = dressed()
    one.packets[1]["data"].append(event("surprise", {"what": "a duck"}))
    one.packets[2]["data"].append(event("surprise", {"what": "a goose"}))
    found = the_found(read_bytes(one.content(), SMALL.toml))
    assert found.log.meta is not None
    assert found.log.meta["unknown_types"] == {"surprise": 2}
    assert found.log.meta["grade"] == "partial"
    (warning,) = [text for text in found.warnings if "unknown types" in text]
    assert 'surprise (2 times, such as {"what": "a duck"})' in warning
    assert played(found).status is Status.VERIFIED


def test_a_log_of_which_no_type_is_known_is_log_only() -> None:
    found = the_found(read_bytes(dressed().content(), game="splits"))
    assert found.log.meta is not None
    assert found.log.meta["grade"] == "log only"
    assert found.log.moves == []
    assert set(found.log.meta["unknown_types"]) == {"flockMoved", "flockCounter"}
    assert played(found).status is Status.INCOMPLETE
