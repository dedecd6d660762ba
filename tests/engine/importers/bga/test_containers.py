"""Every container of the spec, as a file: the same small game, or what is left of it."""

import json
from typing import Any

import pytest

from engine.importers.bga.companions import paris_time, read_companion
from engine.importers.bga.opening import Saved, Source, open_logs
from engine.importers.containers import HEAD, Opened, open_path
from engine.importers.contract import Found, Rejected
from engine.importers.reading import importer_of
from engine.replay import Status
from tests.engine.importers.bga.reading import played, read_path, the_found
from tests.engine.importers.bga.samples import (
    FOLDER,
    SMALL,
    TABLE,
    get_games,
    small_game,
    tableinfos,
)

CONTAINERS = FOLDER / "containers"
WHOLE = {
    "envelope.json": Source.ENVELOPE,
    "envelope-bom.json": Source.ENVELOPE,
    "envelope-no-players.json": Source.ENVELOPE,
    "list.json": Source.LIST,
    "nested-2020.json": Source.ENVELOPE,
    "replay.html": Source.PAGE,
    "console.txt": Source.LIST,
    "history-resend.json": Source.ENVELOPE,
    "extension.json": Source.EXTENSION,
    "bundle.json": Source.BUNDLE,
    "packed.json.gz": Source.ENVELOPE,
    "packed.json.zst": Source.ENVELOPE,
}


def meta(found: Found) -> dict[str, Any]:
    assert found.log.meta is not None
    return found.log.meta


@pytest.mark.parametrize(("name", "source"), WHOLE.items())
def test_a_whole_log_is_verified_whatever_it_was_saved_in(name: str, source: Source) -> None:
    found = the_found(read_path(CONTAINERS / name, SMALL.toml))
    assert found.log.id == str(TABLE)
    assert [player.name for player in found.log.players] == ["random 0", "random 1"]
    assert found.log.moves == small_game().moves
    assert meta(found)["saved_as"] == source.value
    assert meta(found)["grade"] == "replayable"
    assert played(found).status is Status.VERIFIED


@pytest.mark.parametrize("path", sorted(CONTAINERS.iterdir()), ids=lambda path: path.name)
def test_every_sample_is_claimed(path: Any) -> None:
    for opened in open_path(path):
        assert isinstance(opened, Opened)
        importer = importer_of(opened.name, opened.stream.peek(HEAD)[:HEAD])
        assert not isinstance(importer, Rejected)
        assert importer.key == "bga"


@pytest.mark.parametrize(
    ("name", "grade", "warning"),
    [
        ("history.json", "log only", "log only (notification history)"),
        ("texts.json", "log only", "log only (export of texts)"),
        ("times.csv", "log only", "log only (CSV export)"),
        ("extension-late.json", "partial", "starts at move 3"),
    ],
)
def test_what_cannot_be_replayed_still_tells_players_and_counts(
    name: str, grade: str, warning: str
) -> None:
    found = the_found(read_path(CONTAINERS / name, SMALL.toml))
    assert sorted(player.name for player in found.log.players) == ["random 0", "random 1"]
    assert found.log.moves == []
    assert meta(found)["grade"] == grade
    assert meta(found)["moves_of_the_site"] >= 8
    assert any(warning in text for text in found.warnings)
    assert played(found).status is Status.INCOMPLETE


def test_a_zip_holds_logs_in_folders_and_a_companion_beside_its_log() -> None:
    first, second, companion = read_path(CONTAINERS / "many.zip", SMALL.toml)
    assert isinstance(first, Found)
    assert isinstance(second, Found)
    assert first.log.players[0].rating is None
    assert second.log.players[0].rating == pytest.approx(255.5)
    assert isinstance(companion, Rejected)
    assert "tableinfos of table 400000001" in companion.reason


def test_the_page_names_its_game_and_keeps_its_data() -> None:
    (log,) = open_logs((CONTAINERS / "replay.html").read_bytes())
    assert isinstance(log, Saved)
    assert log.game == "splits"
    assert set(log.sibling("gamedatas")["players"]) == {"90000001", "90000008"}


def test_siblings_are_kept() -> None:
    (log,) = open_logs((CONTAINERS / "extension.json").read_bytes())
    assert isinstance(log, Saved)
    assert log.sibling("currentPlayerId") == "90000001"
    assert log.sibling("nothing") is None


def test_a_bundle_gives_the_fuller_of_two_logs_of_a_table() -> None:
    (log,) = open_logs((CONTAINERS / "bundle.json").read_bytes())
    assert isinstance(log, Saved)
    assert log.source is Source.BUNDLE
    assert {packet.packet_type for packet in log.packets} == {"resend"}
    assert [one.game for one in log.companions] == ["splits"]


def test_a_list_of_bundles_gives_every_table() -> None:
    packet = {"packet_id": "1", "move_id": "1", "channel": "/table/t1", "data": []}
    bundles = [
        {"table_id": str(table), "gamelogs": {str(table): [packet | {"table_id": table}]}}
        for table in (5, 6)
    ]
    assert [log.table for log in open_logs(json.dumps(bundles).encode())] == ["5", "6"]


def test_an_envelope_a_line_gives_every_table() -> None:
    lines = [
        json.dumps({"status": 1, "data": {"logs": [{"packet_id": "1", "table_id": n, "data": []}]}})
        for n in (1, 2)
    ]
    found = open_logs("\n".join([*lines, '{"status": 1, "da']).encode())
    assert [log.table for log in found] == ["1", "2", None]


def test_nesting_deeper_than_any_log_is_not_followed() -> None:
    document: Any = [{"packet_id": "1", "data": []}]
    for _ in range(8):
        document = {"data": document}
    (wrong,) = open_logs(json.dumps(document).encode())
    assert not isinstance(wrong, Saved)


def test_packets_with_fields_of_unheard_types_are_read_by_field() -> None:
    packets = [
        {"packet_id": 1.0, "move_id": "1", "table_id": {"x": 1}, "channel": 7, "data": [3]},
        {"packet_id": "2", "move_id": 2, "channel": "/table/t9", "data": [{"type": "a", "uid": 1}]},
        "no packet",
    ]
    (log,) = open_logs(json.dumps(packets).encode())
    assert isinstance(log, Saved)
    assert [packet.packet_id for packet in log.packets] == [1, "2"]
    assert log.damaged == 2


def test_the_companion_tells_players_ratings_and_times() -> None:
    (companion,) = read_companion({"status": 1, "data": tableinfos()})
    assert companion.game == "splits"
    assert companion.began == 1_700_000_000
    assert companion.reason == "normal_end"
    assert companion.options == {"100": "2", "201": "0"}
    assert [(one.rank, one.rating) for one in companion.players] == [(1, 255.5), (2, 255.5)]


def test_rows_of_games_are_parallel_lists() -> None:
    first, second = read_companion(get_games())
    assert (first.table, second.table) == (str(TABLE), "400000002")
    assert [(one.id, one.name, one.score, one.rank) for one in first.players] == [
        ("90000001", "random 0", 5.0, 1),
        ("90000008", "random 1", 4.0, 2),
    ]


@pytest.mark.parametrize(
    ("local", "seconds"),
    [
        ("2026-06-01 23:30:58", 1_780_349_458),  # summer
        ("2023-11-14 23:13:20", 1_700_000_000),  # winter
        ("2024-03-31 01:59:59", 1_711_846_799),  # a second before summer time
        ("2024-03-31 03:00:00", 1_711_846_800),
        ("2024-02-30 03:00:00", None),
        ("yesterday", None),
        (17, None),
    ],
)
def test_times_of_companions_are_of_paris(local: Any, seconds: int | None) -> None:
    assert paris_time(local) == seconds
