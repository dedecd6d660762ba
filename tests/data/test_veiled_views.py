"""Logs of one table that can only be played together, as each hides what the other's owner saw."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import data.ingest
from data import reading, reports
from data.accounts import Fate, Verdict
from data.filters import Filters
from data.ingest import Input, run_import
from data.rereading import Which, run_reimport
from data.store import Store, open_store
from engine.core.gamelog import GameLog
from engine.importers.bga.facts import player_of
from engine.importers.contract import Choice
from engine.replay import replay
from tests.data.consistency import check_consistency, count
from tests.data.scale.both_ways import contents_of, import_to, rebuild_to, shard_here
from tests.engine.importers.bga.costumes import SHEEP
from tests.engine.importers.bga.dressing import Habits, dress, games_of
from tests.engine.importers.bga.garden import GARDEN

BGA = Path(__file__).resolve().parents[1] / "samples" / "bga"
VEILED = [BGA / "quirks" / f"veiled-{one}.json" for one in ("first", "second")]
WHOLE = ["start 0,0", "start 3,0", "split 0,0 2,0 8", "split 2,0 1,0 4"]
EVERY_STATUS = Filters(statuses=())


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "store" / "games.duckdb") as opened:
        yield opened


def brought(store: Store, dialect: Path, *paths: Path, pseudonyms: bool = False) -> list[Verdict]:
    inputs = [Input(path, path.name) for path in paths]
    chosen = Choice(dialects=(str(dialect),))
    events = run_import(store, inputs, choice=chosen, pseudonyms=pseudonyms)
    return [one for one in events if isinstance(one, Verdict)]


def line(store: Store, *paths: Path) -> list[Verdict]:
    return brought(store, BGA / "dialects" / "line.toml", *paths)


def only_game(store: Store) -> GameLog:
    (row,) = reading.games(store, EVERY_STATUS).to_dicts()
    assert row["status"] == "verified"
    return reading.game(store, row["game_id"]).log


@pytest.mark.parametrize("order", [VEILED, VEILED[::-1]])
@pytest.mark.parametrize("together", [True, False])
def test_two_views_that_hide_moves_are_one_verified_game(
    store: Store, order: list[Path], together: bool
) -> None:
    verdicts = line(store, *order) if together else [*line(store, order[0]), *line(store, order[1])]
    assert [one.fate for one in verdicts] == [Fate.STORED, Fate.REPLACED]
    assert [str(one.status) for one in verdicts] == ["log only", "verified"]
    assert "what only another player's view tells" in " ".join(verdicts[0].warnings)
    assert "view" not in " ".join(verdicts[1].warnings)
    log = only_game(store)
    assert log.moves == WHOLE
    assert log.meta is not None
    assert (log.meta["grade"], log.meta["private_views"]) == (
        "replayable",
        ["90000001", "90000002"],
    )
    check_consistency(store)
    assert {one.fate for one in line(store, *order)} == {Fate.DUPLICATE}
    list(run_reimport(store, Which.ALL))
    assert only_game(store).moves == WHOLE


def test_views_are_joined_among_pseudonyms_too(store: Store) -> None:
    verdicts = brought(store, BGA / "dialects" / "line.toml", *VEILED, pseudonyms=True)
    assert [one.fate for one in verdicts] == [Fate.STORED, Fate.REPLACED]
    assert "private views" in " ".join(verdicts[0].warnings)
    assert "view" not in " ".join(verdicts[1].warnings)
    log = only_game(store)
    assert log.moves == WHOLE
    assert all(player.name.startswith("Player ") for player in log.players)


@pytest.fixture
def own_dialect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The dialect as the user's own, which jobs find by themselves."""
    folder = tmp_path / "dialects"
    folder.mkdir()
    (folder / "line.toml").write_bytes((BGA / "dialects" / "line.toml").read_bytes())
    monkeypatch.setenv("HEXCOACH_DIALECTS", str(folder))


@pytest.mark.usefixtures("own_dialect")
def test_views_are_joined_when_a_store_is_built_from_shards(tmp_path: Path) -> None:
    shard_here(VEILED, tmp_path / "shards", 1 << 20)
    rebuild_to(tmp_path / "shards", tmp_path / "rebuilt.duckdb")
    import_to(VEILED, tmp_path / "imported.duckdb")
    rebuilt, imported = (contents_of(tmp_path / f"{one}.duckdb") for one in ("rebuilt", "imported"))
    assert rebuilt["games"] == imported["games"]
    assert dict(rebuilt["games"][0])["status"] == "verified"


def test_one_view_waits_and_enters_no_statistics(store: Store) -> None:
    (verdict,) = line(store, VEILED[0])
    assert verdict.fate is Fate.STORED
    (apart,) = reports.logs_only(store).to_dicts()
    assert (apart["grade"], apart["source_id"]) == ("partial", "400000001")
    assert reading.games(store, Filters()).is_empty()
    assert [count(store, table) for table in ("moves", "effects", "rejected")] == [0, 0, 0]
    check_consistency(store)


def test_a_view_that_contradicts_the_one_that_waits_is_not_joined(
    store: Store, tmp_path: Path
) -> None:
    other = tmp_path / "other.json"
    told = VEILED[1].read_text("utf-8")
    other.write_text(told.replace('"to_x": 1', '"to_x": 3'), "utf-8")
    verdicts = line(store, VEILED[0], other)
    assert verdicts[1].fate is Fate.DUPLICATE
    assert "the two disagree: at ply 3 one has" in (verdicts[1].reason or "")


@pytest.mark.parametrize("batch_moves", [1, 200_000])
def test_two_views_of_takenoko_are_one_game_that_knows_all_cards(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batch_moves: int
) -> None:
    monkeypatch.setattr(data.ingest, "BATCH_MOVES", batch_moves)
    dialect = tmp_path / "garden.toml"
    dialect.write_text(GARDEN.toml, "utf-8")
    played = next(games_of("takenoko", 1, 2, 4, "greedy"))
    paths = []
    for seat in (0, 1):
        paths.append(tmp_path / f"{seat}.json")
        document = dress(played, GARDEN, Habits(viewers=(seat,))).document()
        paths[-1].write_text(json.dumps(document), "utf-8")
    verdicts = brought(store, dialect, *paths)
    assert [one.fate for one in verdicts] == [Fate.STORED, Fate.REPLACED]
    assert "the two views are joined" in (verdicts[1].reason or "")
    moves = only_game(store).moves
    assert not [move for move in moves if "gardener:?" in move or "panda:?" in move]
    assert replay(only_game(store)).scores == replay(played).scores
    check_consistency(store)


def seen_by(viewer: str, packets: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The packets with the size of each split hidden but from who made it."""
    seen: list[dict[str, Any]] = []
    for packet in json.loads(json.dumps(packets)):
        for event in packet["data"]:
            args = event["args"]
            if event["type"] != "flockMoved" or args["first"] == "1":
                continue
            if str(player_of(args)) == viewer:
                own = {**packet, "data": [{**event, "args": dict(args)}]}
                seen.append(own | {"channel": f"/player/p{viewer}"})
            args["nb"] = None
        seen.append(packet)
    for number, packet in enumerate(seen, 1):
        packet["packet_id"] = str(number)
    return seen


def test_three_views_are_joined_one_after_the_other(store: Store, tmp_path: Path) -> None:
    dialect = tmp_path / "sheep.toml"
    dialect.write_text(SHEEP.toml, "utf-8")
    played = next(games_of("battle_sheep", 1, 3))
    dressed = dress(played, SHEEP, Habits(viewers=()))
    paths = []
    for player in dressed.players:
        viewer = str(player["id"])
        paths.append(tmp_path / f"{viewer}.json")
        document = dressed.document()["data"] | {"logs": seen_by(viewer, dressed.packets)}
        paths[-1].write_text(json.dumps(document), "utf-8")
    verdicts = brought(store, dialect, *paths)
    assert [str(one.status) for one in verdicts] == ["log only", "log only", "verified"]
    assert [one.fate for one in verdicts] == [Fate.STORED, Fate.REPLACED, Fate.REPLACED]
    assert "it waits for another view" in (verdicts[1].reason or "")
    assert only_game(store).moves == played.moves
    check_consistency(store)
