"""What is deleted for good is found nowhere any more, and nothing else is lost."""

import gzip
import io
import json
import shutil
import zipfile
from pathlib import Path

import duckdb
import pytest

from data import reading, reviews
from data.filters import Filters
from data.forgetting import (
    TEXTS,
    NobodyToForget,
    _in_bytes,
    forget_game,
    forget_person,
    trace_game,
    trace_person,
)
from data.ingest import Finished, find_inputs, run_import
from data.rereading import run_reimport
from data.store import PATIENCE, Store, StoreBusy, open_store
from engine.cli.main import main
from engine.core.findings import Finding
from engine.core.gamelog import Player, Result
from engine.importers.hexlog import format_log
from tests.data import consistency
from tests.data.hidden import (
    NAMES,
    checkpoint,
    found_in_file,
    found_in_rows,
    named_logs,
    spoilt,
    tables,
    write_named,
)
from tests.data.ledger import write_logs

EVERY_STATUS = Filters(statuses=())
GONE, STAYS = NAMES[0], NAMES[2]

LOOKED_AFTER = {
    "exercises": {"name", "table_key", "played", "game", "action"},
    "games": {"hash", "natural_key", "header", "game", "status", "rules", "rules_version"}
    | {"importer", "importer_version", "grade"},
    "seats": {"name"},
    "rejected": {"log", "file_hash", "status", "importer", "legal"},
    "files": {"hash", "importer", "importer_version", "raw", "beside"},
    "verdicts": {"fate", "status", "legal", "rules_version"},
    "imports": {"state", "kind"},
    "raw": {"hash"},
    "raw_pieces": {"hash"},
    "companions": {"raw", "importer"},
    "review_queue": {"depth"},
    "privacy": {"salt"},
    "migrations": {"name"},
    "attempts": {"move"},
}
"""Texts that are the program's or a game's own words, or that are renamed in a way of their own."""

OF_THE_RULES = {
    "moves",
    "events",
    "effects",
    "objectives",
    "scores",
    "actions",
    "decisions",
    "review_seats",
    "findings",
    "reviews",
    "evaluations",
}


def fill(store: Store, folder: Path) -> None:
    """Plain, packed and once more; with reviews and exercises of some."""
    list(run_import(store, find_inputs([write_named(folder)])))
    logs = named_logs("takenoko", 3, seed=9)
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("a.hexlog", format_log(logs[0]))
    (folder / "games.zip").write_bytes(inner.getvalue())
    ascii_only = json.dumps(json.loads(format_log(logs[1])))
    (folder / "ascii.json.gz").write_bytes(gzip.compress(ascii_only.encode()))
    list(run_import(store, find_inputs([folder / "games.zip", folder / "ascii.json.gz"])))
    with store.transaction() as cursor:
        cursor.execute("""
            INSERT INTO findings SELECT game_id, 0, 0, 'key', NULL, NULL, NULL, '{}' FROM games;
            INSERT INTO evaluations VALUES ('\\x01'::BLOB, 'found');
            INSERT INTO review_queue SELECT game_id, game_id, 'quick', NULL FROM games;
            INSERT INTO exercises
            SELECT game_id, coalesce(games.natural_key, games.hash), 0, 0, 'pass', name, game,
                'pass', now(), 1, 0, NULL, NULL, now(), NULL
            FROM games JOIN seats USING (game_id) WHERE seat = 0;
            INSERT INTO attempts
            SELECT exercise_id, exercise_id, now(), 'pass', NULL, TRUE, 3, 1, 1, 0, NULL, NULL,
                now(), NULL
            FROM exercises;
        """)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("filled")
    with open_store(folder / "games.duckdb") as store:
        fill(store, folder)
        checkpoint(store)
    return folder


@pytest.fixture
def store_path(filled: Path, tmp_path: Path) -> Path:
    shutil.copytree(filled, tmp_path, dirs_exist_ok=True)
    return tmp_path / "games.duckdb"


def orphans(store: Store) -> list[str]:
    """Tables with rows of games that are not there."""
    found = []
    with store.cursor() as cursor:
        for table in tables(store):
            columns = {row[0] for row in cursor.execute(f"DESCRIBE {table}").fetchall()}
            if "game_id" in columns and table not in {"games", "verdicts"}:
                query = f"FROM {table} WHERE game_id NOT IN (SELECT game_id FROM games)"
                found += [table] * bool(cursor.execute(query).fetchall())
        query = "FROM attempts WHERE exercise_id NOT IN (SELECT exercise_id FROM exercises)"
        found += ["attempts"] * bool(cursor.execute(query).fetchall())
    return found


def test_a_person_is_deleted_with_everything(store_path: Path) -> None:
    with open_store(store_path) as store:
        trace = trace_person(store, GONE)
        assert found_in_file(store_path, GONE)
        assert "raw_pieces" in found_in_rows(store, GONE)
        before = reading.games(store, EVERY_STATUS)
        theirs = {row["game_id"] for row in before.iter_rows(named=True) if GONE in row["names"]}
        assert set(trace.game_ids) == theirs
        assert len(theirs) < len(before)
        done = forget_person(store, GONE)
        assert done.rewritten
        assert found_in_rows(store, GONE) == []
        assert not found_in_file(store_path, GONE)
        left = reading.games(store, EVERY_STATUS)["game_id"].to_list()
        assert set(left) == set(before["game_id"]) - theirs
        assert orphans(store) == []
        with store.cursor() as cursor:
            assert consistency.count(store, "evaluations") == 0
            assert consistency.count(store, "exercises") == len(left)
            ((balance,),) = cursor.execute(
                "SELECT sum(stored) - sum(removed) - (SELECT count(*) FROM games) FROM imports"
            ).fetchall()
        assert balance == 0
        with pytest.raises(NobodyToForget, match="Nobody of the name"):
            trace_person(store, GONE)
    assert not found_in_file(store_path, GONE)


def test_a_person_can_be_renamed_and_the_games_kept(store_path: Path) -> None:
    with open_store(store_path) as store:
        before = reading.games(store, EVERY_STATUS, descending=False)
        done = forget_person(store, GONE, keep_games=True)
        assert done.new_name is not None
        after = reading.games(store, EVERY_STATUS, descending=False)
        assert found_in_rows(store, GONE) == []
        assert not found_in_file(store_path, GONE)
        assert after["names"].to_list() == [
            [done.new_name if name == GONE else name for name in names]
            for names in before["names"].to_list()
        ]
        for game_id in after["game_id"].to_list():
            game = reading.game(store, game_id)
            assert [player.name for player in game.log.players] == game.seats["name"].to_list()
        assert orphans(store) == []
        with store.cursor() as cursor:
            ((lost,),) = cursor.execute("""
                SELECT count(*) FROM exercises
                WHERE table_key NOT IN (SELECT unnest([natural_key, hash]) FROM games)
            """).fetchall()
        assert lost == 0
        rejected = [
            reading.rejected_log(store, number)
            for number in reading.rejected(store)["rejected_id"].to_list()
        ]
        assert any(rejected)
        assert not any(GONE in repr(log) for log in rejected)


def test_what_was_renamed_is_known_again_when_it_comes_back(store_path: Path) -> None:
    with open_store(store_path) as store:
        forget_person(store, GONE, keep_games=True)
        games = reading.count_games(store, EVERY_STATUS)
        with store.transaction() as cursor:
            cursor.execute("UPDATE games SET rules_version = 'older'")
        *_, finished = run_reimport(store)
        assert isinstance(finished, Finished)
        assert finished.counts.stored == 0
        assert reading.count_games(store, EVERY_STATUS) == games
        assert found_in_rows(store, GONE) == []


def test_a_game_is_deleted_with_everything(store_path: Path) -> None:
    with open_store(store_path) as store:
        chosen = 6  # alone in its archive
        trace = trace_game(store, chosen)
        assert len(trace.files) == 1
        assert forget_game(store, chosen).rewritten
        with pytest.raises(reading.NotStored):
            reading.game(store, chosen)
        assert orphans(store) == []
        kept = store.ask("privacy/kept")["hash"].to_list()
        assert set(kept).isdisjoint(trace.files)
        assert len(kept) == 2
        verdicts = store.ask("library/report", REPORT | {"import_id": 2})
        row = verdicts.filter(verdicts["game_id"] == chosen)
        assert row["id"].to_list() == [None]
        with pytest.raises(NobodyToForget, match="There is no game 6"):
            forget_game(store, chosen)


REPORT = {"fates": [], "search": "", "after": 0, "limit": 100}


def test_everything_else_stays_as_it_was(store_path: Path) -> None:
    with open_store(store_path) as store:
        trace = trace_person(store, GONE)
        kept = "game_id NOT IN (SELECT unnest($gone))"
        before = _rows(store, kept, list(trace.game_ids))
        forget_person(store, GONE)
        assert _rows(store, kept, list(trace.game_ids)) == before
        assert all(before.values())
    with open_store(store_path) as store:
        assert _rows(store, kept, list(trace.game_ids)) == before


def _rows(store: Store, condition: str, gone: list[int]) -> dict[str, list[tuple[object, ...]]]:
    """In the order in which they are stored, on which reading a game quickly rests."""
    found = {}
    with store.cursor() as cursor:
        for table in ("moves", "effects", "scores", "seats", "findings", "actions"):
            query = f"FROM {table} WHERE {condition}"
            found[table] = cursor.execute(query, {"gone": gone}).fetchall()
    return found


def test_deleted_bytes_stay_until_the_file_is_written_anew(store_path: Path) -> None:
    """What the rewriting is for; if DuckDB should begin to wipe free blocks, it can go."""
    with open_store(store_path) as store:
        with store.transaction() as cursor:
            for table in ("seats", "games", "raw_pieces", "raw", "rejected", "verdicts", "files"):
                cursor.execute(f"DELETE FROM {table}")
            cursor.execute("DELETE FROM exercises")
        checkpoint(store)
        with store.cursor() as cursor:
            cursor.execute("VACUUM")
        assert found_in_rows(store, GONE) == []
        assert found_in_file(store_path, GONE)
        store.rewrite()
        assert not found_in_file(store_path, GONE)
        assert [path.name for path in store_path.parent.glob("games.duckdb*")] == ["games.duckdb"]


def test_a_deletion_that_was_broken_off_is_finished_when_the_store_is_opened(
    store_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(store: Store) -> None:
        raise KeyboardInterrupt

    with open_store(store_path) as store:
        monkeypatch.setattr(Store, "rewrite", killed)
        with pytest.raises(KeyboardInterrupt):
            forget_person(store, GONE)
        checkpoint(store)
    assert found_in_file(store_path, GONE)
    open_store(store_path).close()
    assert not found_in_file(store_path, GONE)


def test_others_at_work_put_the_rewriting_off(
    store_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert PATIENCE > 0
    monkeypatch.setattr("data.store.PATIENCE", 0.01)
    with open_store(store_path) as store:
        with store.cursor() as cursor:
            cursor.execute("SELECT 1")
            with pytest.raises(StoreBusy, match="at work"):
                store.rewrite()
            done = forget_person(store, GONE)
        assert not done.rewritten
        assert found_in_rows(store, GONE) == []
    open_store(store_path).close()
    assert not found_in_file(store_path, GONE)


def test_a_store_in_use_goes_on_after_its_file_was_changed(store_path: Path) -> None:
    with open_store(store_path) as store:
        masked = store.masked
        names = reading.names(masked)["name"].to_list()
        forget_game(store, 1)
        assert reading.count_games(masked, EVERY_STATUS) == 6
        assert set(reading.names(masked)["name"]) <= set(names)
        list(run_import(store, find_inputs([store_path.parent / "games.zip"])))
    with duckdb.connect(store_path) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchall() == [(6,)]


def test_every_column_of_text_is_looked_after(store_path: Path) -> None:
    """A column that a later version adds has to be thought of here and in `TEXTS`."""
    with open_store(store_path) as store, store.cursor() as cursor:
        for table in set(tables(store)) - OF_THE_RULES:
            columns = cursor.execute(f"DESCRIBE {table}").fetchall()
            texts = {name for name, kind, *_ in columns if "VARCHAR" in kind}
            assert texts == {*TEXTS.get(table, ()), *LOOKED_AFTER.get(table, ())} & texts, table
        assert set(TEXTS) | set(LOOKED_AFTER) <= set(tables(store))


def test_reviews_hold_no_name(tmp_path: Path) -> None:
    assert set(Finding.__dataclass_fields__) == {"ply", "seat", "key", "points", "cell", "words"}
    path = write_logs(tmp_path / "a.hexlog", named_logs("china_gold", 1))
    with open_store(tmp_path / "games.duckdb") as store:
        list(run_import(store, find_inputs([path])))
        from data.analysing import review_replay  # noqa: PLC0415

        made = review_replay(reviews.replay_stored(store, 1), "quick")
        assert made is not None
        reviews.save(store, 1, made.review, made.findings, made.seconds)
        reviewed = {"reviews", "decisions", "review_seats", "findings"}
        assert consistency.count(store, "reviews") == 1
        assert reviewed.isdisjoint(found_in_rows(store, NAMES[0]))


@pytest.mark.parametrize(
    "written",
    [
        'x "Ōtsutsuki 大" y',
        'x "\\u014ctsutsuki \\u5927" y',
        'x "{\\"a\\": \\"\\\\u014ctsutsuki \\\\u5927\\"}" y',
        "x?name=%C5%8Ctsutsuki%20%E5%A4%A7",
    ],
)
def test_a_name_is_found_however_it_is_written(written: str) -> None:
    assert _in_bytes(NAMES[1]).search(written.encode())
    assert not _in_bytes(NAMES[3]).search(written.encode())


def test_a_short_name_is_a_word_of_its_own() -> None:
    assert _in_bytes("Al").search(b'"name": "Al"')
    assert not _in_bytes("Al").search(b'"All": "Also"')


# The command


def run(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    code = main(["forget", *[str(word) for word in words]])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_the_command_counts_asks_and_deletes(
    store_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    where = ["--store", str(store_path)]
    code, out, _ = run(capsys, *where, "--name", GONE, "--dry-run")
    assert code == 0
    assert "Nothing was deleted." in out
    assert found_in_file(store_path, GONE)

    monkeypatch.setattr("sys.stdin", io.StringIO("no\n"))
    code, out, err = run(capsys, *where, "--name", GONE)
    assert (code, out) == (1, "Nothing was deleted.\n")
    assert "Type yes to go on" in err
    assert found_in_file(store_path, GONE)

    monkeypatch.setattr("sys.stdin", io.StringIO("yes\n"))
    code, out, _ = run(capsys, *where, "--name", GONE)
    assert code == 0
    assert out.startswith("Deleted: ")
    assert not found_in_file(store_path, GONE)

    code, out, _ = run(capsys, *where, "--name", STAYS, "--keep-games", "--yes", "--json")
    told = json.loads(out)
    assert (code, told["deleted"], told["rewritten"]) == (0, False, True)
    assert told["renamed_to"].startswith("Player ")

    code, out, _ = run(capsys, *where, "--id", "7", "--yes")
    assert (code, out.split(",")[0]) == (0, "Deleted: 1 game")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--name", "nobody at all"], "Nobody of the name 'nobody at all'"),
        (["--id", "99"], "There is no game 99"),
        (["--id", "1", "--keep-games"], "--keep-games is about a person"),
    ],
)
def test_what_cannot_be_forgotten_is_told(
    store_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    code, out, err = run(capsys, "--store", store_path, *words, "--yes")
    assert (code, out) == (2, "")
    assert sentence in err


def test_an_illegal_game_of_others_stays(store_path: Path, tmp_path: Path) -> None:
    stays = spoilt(named_logs("china_gold", 4)[2])
    stays.notes, stays.meta = None, None
    path = write_logs(tmp_path / "other.hexlog", [stays])
    with open_store(store_path) as store:
        list(run_import(store, find_inputs([path])))
        before = set(reading.rejected(store)["rejected_id"])
        trace = trace_person(store, GONE)
        forget_person(store, GONE)
        after = set(reading.rejected(store)["rejected_id"])
        assert after == before - set(trace.rejected_ids)
        assert max(before) in after


UNTOLD = "Xyzzyplugh Qwertzuiop"
UNTOLD_ID = "90817263"


def with_traces(folder: Path) -> Path:
    """A person named by single words and an id in moves, reasons and warnings, of games stored
    and not, in any case."""
    logs = named_logs("battle_sheep", 4, seed=5)
    for log in logs:
        log.players[0] = Player(UNTOLD, UNTOLD_ID)
        log.notes = None
    logs[0].moves[3] = "split XYZZYPLUGH 0,0"
    logs[1].moves[2] = f"tile {UNTOLD}"
    logs[2].result = Result(reason=f"qwertzuiop {UNTOLD_ID} left")
    # Not among the players: still it is about them.
    logs[1].players[0] = Player("somebody", "1")
    return write_logs(folder / "traces.hexlog", logs)


def traces_in(store: Store) -> list[tuple[str, str]]:
    words = [*UNTOLD.split(), UNTOLD_ID]
    found = [(word, table) for word in words for table in found_in_rows(store, word)]
    checkpoint(store)
    return found + [(word, "the file") for word in words if found_in_file(store.path, word)]


@pytest.mark.parametrize("keep_games", [False, True])
def test_no_word_of_a_name_and_no_id_is_left(tmp_path: Path, keep_games: bool) -> None:
    with open_store(tmp_path / "games.duckdb") as store:
        list(run_import(store, find_inputs([with_traces(tmp_path)])))
        found = dict.fromkeys(traces_in(store))
        for word in UNTOLD.split():
            assert {(word, "verdicts"), (word, "rejected"), (word, "the file")} <= set(found)
        assert (UNTOLD_ID, "verdicts") in found
        done = forget_person(store, UNTOLD, keep_games=keep_games)
        assert (len(done.trace.game_ids), len(done.trace.rejected_ids)) == (2, 2)
        assert traces_in(store) == []
        assert reading.count_games(store, EVERY_STATUS) == (2 if keep_games else 0)
        if keep_games:
            told = reports_of(store)
            assert all(str(done.new_name) in one for one in told), told


def reports_of(store: Store) -> list[str]:
    """What is told of the games that were not stored."""
    with store.cursor() as cursor:
        found = cursor.execute("SELECT move, reason, log FROM rejected").fetchall()
    return [str(row) for row in found]


def test_an_id_that_others_have_too_is_not_the_persons(tmp_path: Path) -> None:
    logs = named_logs("battle_sheep", 2, seed=5)
    for log, name in zip(logs, (UNTOLD, "Vexlar"), strict=True):
        log.players[0] = Player(name, "12345")
        log.notes = {"0": "12345 sheep"}
    with open_store(tmp_path / "games.duckdb") as store:
        list(run_import(store, find_inputs([write_logs(tmp_path / "a.hexlog", logs)])))
        forget_person(store, UNTOLD)
        assert found_in_rows(store, "12345") == ["games", "seats"]


def test_words_of_the_game_stay_whatever_somebody_is_called(tmp_path: Path) -> None:
    logs = named_logs("battle_sheep", 2, seed=5)
    for log in logs:
        log.players[0] = Player("Split")
    logs[1].moves[-1] = "splat"
    with open_store(tmp_path / "games.duckdb") as store:
        list(run_import(store, find_inputs([write_logs(tmp_path / "a.hexlog", logs)])))
        forget_person(store, "Split", keep_games=True)
        with store.cursor() as cursor:
            ((log,),) = cursor.execute("SELECT log FROM rejected").fetchall()
    kept = json.loads(log)
    assert kept["moves"] == logs[1].moves
    assert kept["players"][0]["name"].startswith("Player ")
