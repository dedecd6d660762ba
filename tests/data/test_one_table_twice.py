"""The same table from two people, a table of which only texts were saved, and what lies beside."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import data.ingest
from data import reading, reports
from data.accounts import Fate, Verdict
from data.filters import Filters
from data.rereading import Which, run_reimport
from data.store import Store, open_store
from engine.core.gamelog import GameLog
from engine.replay import replay
from tests.data.consistency import check_consistency, count
from tests.data.ledger import import_all, logs_of, write_logs

BGA = Path(__file__).resolve().parents[1] / "samples" / "bga"
EVERY_STATUS = Filters(statuses=())


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "store" / "games.duckdb") as opened:
        yield opened


@pytest.fixture(params=[1, 200_000])
def batch_moves(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data.ingest, "BATCH_MOVES", request.param)


# Two views


def seen_by(seat: int, log: GameLog) -> GameLog:
    """The log as this seat saw it: what others were dealt and drew is hidden."""
    turns = [int(row["seat"]) for row in replay(log).ply_rows]
    moves = []
    for whose, move in zip(turns, log.moves, strict=True):
        word, *cards = move.split()
        hidden = word == "drawn" and whose != seat and len(cards) == 1 and ":" in cards[0]
        moves.append(f"drawn {cards[0].split(':')[0]}:?" if hidden else move)
    hands = log.setup["hands"]
    shown = [cards if own == seat else ["?"] * len(cards) for own, cards in enumerate(hands)]
    return msgspec.structs.replace(
        msgspec.convert(msgspec.to_builtins(log), GameLog),
        moves=moves,
        setup={**log.setup, "hands": shown},
    )


@pytest.fixture(scope="module")
def whole() -> GameLog:
    log = next(log for log in logs_of("takenoko", 3, 2, seed=5) if log.result is not None)
    assert "hands" in log.setup
    log.meta = {"source": "a site"}
    return log


def test_the_views_hide_something(whole: GameLog) -> None:
    for seat in (0, 1):
        view = seen_by(seat, whole)
        assert view.moves != whole.moves
        assert replay(view).error is None


@pytest.mark.usefixtures("batch_moves")
@pytest.mark.parametrize("first", [0, 1])
def test_two_views_of_a_table_are_one_game_that_knows_all(
    store: Store, tmp_path: Path, whole: GameLog, first: int
) -> None:
    views = [seen_by(first, whole), seen_by(1 - first, whole)]
    paths = [write_logs(tmp_path / f"{one}.hexlog", [view]) for one, view in enumerate(views)]
    _, verdicts = import_all(store, *paths)
    assert [one.fate for one in verdicts] == [Fate.STORED, Fate.REPLACED]
    assert "the two views are joined" in (verdicts[1].reason or "")
    assert count(store, "games") == 1
    assert verdicts[1].game_id is not None
    stored = reading.game(store, verdicts[1].game_id)
    assert stored.log.moves == whole.moves
    assert stored.log.setup == whole.setup
    assert stored.facts["status"] == "verified"
    check_consistency(store)
    # Neither view has anything to add to both.
    again, verdicts = import_all(store, *reversed(paths))
    assert again.counts.duplicate == 2
    assert "knows no more" in (verdicts[-1].reason or "") or "already" in (
        verdicts[-1].reason or ""
    )
    assert reading.game(store, int(verdicts[0].game_id or 0)).log == stored.log


def test_views_that_disagree_are_not_joined(store: Store, tmp_path: Path, whole: GameLog) -> None:
    other = seen_by(0, whole)
    ply = next(ply for ply, move in enumerate(other.moves) if move.startswith("weather"))
    face = "sun" if "sun" not in other.moves[ply] else "rain"
    other.moves[ply] = f"weather {face}"
    other.moves = other.moves[: ply + 1]
    other.result = None
    _, verdicts = import_all(
        store, write_logs(tmp_path / "both.hexlog", [seen_by(1, whole), other])
    )
    assert verdicts[1].fate is Fate.DUPLICATE
    assert f"the two disagree: at ply {ply} one has" in (verdicts[1].reason or "")
    assert count(store, "games") == 1


# Log only


def brought(folder: Path, *names: str) -> list[Path]:
    folder.mkdir(exist_ok=True)
    return [Path(shutil.copy(BGA / "containers" / name, folder)) for name in names]


def test_a_log_without_moves_is_stored_apart(store: Store, tmp_path: Path) -> None:
    log, companion = brought(tmp_path / "logs", "texts.json", "texts.tableinfos.json")
    finished, verdicts = import_all(store, log, companion)
    assert [(one.fate.value, str(one.status)) for one in verdicts] == [
        ("stored", "log only"),
        ("companion", "unreadable"),
    ]
    assert (finished.counts.read, finished.counts.companion) == (1, 1)
    (row,) = reading.games(store, EVERY_STATUS).to_dicts()
    assert (row["status"], row["plies"]) == ("log only", 0)
    assert len(row["names"]) == row["players"]
    assert reading.games(store, Filters()).is_empty()
    (apart,) = reports.logs_only(store).to_dicts()
    assert (apart["grade"], apart["names"], apart["source_id"]) == (
        "log only",
        row["names"],
        "400000001",
    )
    for table in ("moves", "effects", "scores", "objectives", "actions"):
        assert count(store, table) == 0
    check_consistency(store)


def test_a_log_with_moves_takes_the_place_of_one_without_and_never_the_other_way(
    store: Store, tmp_path: Path
) -> None:
    text = brought(tmp_path / "logs", "texts.json", "texts.tableinfos.json")
    import_all(store, *text)
    (apart,) = reports.logs_only(store).to_dicts()
    played = next(log for log in logs_of("battle_sheep", 2, 2, seed=1) if log.result)
    played.id, played.meta = apart["source_id"], {"source": apart["source"]}
    path = write_logs(tmp_path / "played.hexlog", [played])
    _, (verdict,) = import_all(store, path)
    assert (verdict.fate, verdict.reason) == (
        Fate.REPLACED,
        "It takes the place of a log of the same game that was log only.",
    )
    assert reading.games(store, EVERY_STATUS)["status"].to_list() == ["verified"]
    _, verdicts = import_all(store, *text)
    assert verdicts[0].fate is Fate.DUPLICATE
    assert verdicts[0].reason == (
        f"It is log only, and the same game is stored with its moves (game {verdict.game_id}): "
        "it adds nothing."
    )
    check_consistency(store)


# Companions


def test_a_companion_is_none_of_the_games_whichever_comes_first(
    store: Store, tmp_path: Path
) -> None:
    log, companion = brought(tmp_path / "logs", "texts.json", "texts.tableinfos.json")
    finished, verdicts = import_all(store, companion, log)
    assert [one.fate for one in verdicts] == [Fate.STORED, Fate.COMPANION]
    assert finished.counts.read == 1
    assert "whose log was read with it" in (verdicts[1].reason or "")
    again, _ = import_all(store, companion, log)
    assert (again.counts.read, again.counts.duplicate, again.counts.companion) == (1, 1, 1)
    check_consistency(store)


def test_a_companion_alone_is_rejected_until_its_log_comes(store: Store, tmp_path: Path) -> None:
    log, companion = brought(tmp_path / "logs", "texts.json", "texts.tableinfos.json")
    finished, (verdict,) = import_all(store, companion)
    assert (verdict.fate, finished.counts.rejected) == (Fate.REJECTED, 1)
    assert "kept beside the table's log" in (verdict.reason or "")
    import_all(store, log)
    _, (verdict,) = import_all(store, companion)
    assert verdict.fate is Fate.COMPANION
    assert "`hexcoach reimport` reads the two together" in (verdict.reason or "")
    read = [one for one in run_reimport(store, Which.ALL) if isinstance(one, Verdict)]
    (advised,) = [one.reason or "" for one in read if one.fate is Fate.COMPANION]
    assert advised.endswith("whose log was read with it.")
    assert reading.rejected(store).is_empty()
    check_consistency(store)


def test_a_companion_that_comes_later_is_reason_to_read_the_log_again(
    store: Store, tmp_path: Path
) -> None:
    """The log alone does not say of which game it is."""
    folder = tmp_path / "logs"
    folder.mkdir()
    log = Path(shutil.copy(BGA / "containers" / "envelope.json", folder / "table.json"))
    _, (alone,) = import_all(store, log)
    assert alone.fate is Fate.REJECTED
    shutil.copy(BGA / "containers" / "texts.tableinfos.json", folder / "table.tableinfos.json")

    def fates() -> list[str]:
        _, verdicts = import_all(store, log)
        return [f"{one.fate} {one.status}" for one in verdicts]

    assert fates() == ["stored log only"]
    assert fates() == ["duplicate log only"]
    assert reading.rejected(store).is_empty()
    check_consistency(store)


def test_reimport_reads_a_log_together_with_the_companion_that_came_later(
    store: Store, tmp_path: Path
) -> None:
    (companion,) = brought(tmp_path / "there", "texts.tableinfos.json")
    (log,) = brought(tmp_path / "here", "envelope.json")
    _, (alone,) = import_all(store, log)
    assert alone.fate is Fate.REJECTED
    _, (later,) = import_all(store, companion)
    assert later.fate is Fate.COMPANION
    assert reports.outdated(store)["why"].to_list() == ["companion"]
    verdicts = [event for event in run_reimport(store) if isinstance(event, Verdict)]
    assert [(one.fate, str(one.status)) for one in verdicts] == [(Fate.STORED, "log only")]
    assert reports.outdated(store).is_empty()
    assert reading.rejected(store).is_empty()
    check_consistency(store)


def test_files_that_are_no_ours_are_answered_with_what_they_are(store: Store) -> None:
    paths = sorted((BGA / "other").iterdir())
    finished, verdicts = import_all(store, *paths)
    assert finished.counts.rejected == 2
    assert all("raceforthegalaxy" in (one.reason or "") for one in verdicts)
    assert all("not read here" in (one.reason or "") for one in verdicts)
