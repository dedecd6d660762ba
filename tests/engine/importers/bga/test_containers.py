"""What is kept of a container beside the log, and what a companion tells."""

from typing import Any

import pytest

from engine.importers.bga.companions import paris_time, read_companion
from engine.importers.bga.opening import Saved, Source, open_logs
from tests.engine.importers.bga.samples import FOLDER, TABLE, get_games, tableinfos

CONTAINERS = FOLDER / "containers"


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
