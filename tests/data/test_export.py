"""Out of the store again: games that import as the same, tables that do no harm."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import data.export
from data import reading
from data.export import guarded, logs, table_chunks, write_csv, write_parquet
from data.filters import Filters
from data.store import open_store
from engine.cli.main import main
from engine.importers.hexlog import format_log
from tests.data.conftest import Library
from tests.data.consistency import contents
from tests.data.ledger import PEOPLE, import_all, logs_of, write_logs

EVERY_STATUS = Filters(statuses=())
OF_EVERY_GAME = ("games", "seats", "moves", "effects", "objectives", "scores", "actions")


def test_games_come_out_as_they_went_in(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data.export, "CHUNK_GAMES", 5)
    found = list(logs(library.store, EVERY_STATUS))
    assert found == [one.log for one in library.accounts]
    some = Filters(names=(PEOPLE[2],), statuses=("verified",))
    expected = reading.games(library.store, some, descending=False, limit=1000)["source_id"]
    assert [log.id for log in logs(library.store, some)] == expected.to_list()
    assert 0 < len(expected) < len(found)

    with open_store(tmp_path / "again.duckdb") as store:
        import_all(store, write_logs(tmp_path / "again.hexlog", found))
        again, first = contents(store), contents(library.store)
        for table in ("moves", "effects", "objectives", "scores", "seats"):
            assert again[table] == first[table]


@pytest.mark.parametrize("table", OF_EVERY_GAME)
def test_tables_hold_every_row_of_the_games_chosen(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    monkeypatch.setattr(data.export, "CHUNK_ROWS", 2048)
    filters = Filters(names=(PEOPLE[5],), statuses=())
    games = set(reading.select_seats(library.store, filters)["game_id"])
    assert 0 < len(games) < len(library.accounts)
    with library.store.cursor() as cursor:
        whole = cursor.sql(f"FROM {table}").pl().filter(pl.col("game_id").is_in(games))
    exported = pl.concat(table_chunks(library.store, table, filters))
    columns = exported.columns
    expected = whole.select(columns).cast(dict(exported.schema)).sort(columns)
    assert exported.sort(columns).equals(expected)
    assert exported["game_id"].is_sorted()

    assert write_parquet(library.store, table, filters, tmp_path / "t.parquet") == whole.height
    assert pl.read_parquet(tmp_path / "t.parquet").equals(exported)
    assert write_csv(library.store, table, filters, tmp_path / "t.csv") == whole.height
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == columns
    assert len(rows) == whole.height + 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["t.csv", "t.parquet"]


def test_a_table_of_nothing_has_its_columns(library: Library, tmp_path: Path) -> None:
    nobody = Filters(names=("nobody",))
    assert write_csv(library.store, "seats", nobody, tmp_path / "t.csv") == 0
    assert (tmp_path / "t.csv").read_text().startswith("game_id,seat,name,")
    assert write_parquet(library.store, "seats", nobody, tmp_path / "t.parquet") == 0
    assert pl.read_parquet(tmp_path / "t.parquet").columns[:3] == ["game_id", "seat", "name"]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff20"])
def test_no_cell_of_a_csv_is_a_formula(start: str) -> None:
    frame = pl.DataFrame({"name": [f"{start}1+1", "x=1", None, ""], "points": [-1, 0, 1, 2]})
    assert guarded(frame).rows() == [(f"'{start}1+1", -1), ("x=1", 0), (None, 1), ("", 2)]
    text = guarded(frame).write_csv()
    cells = [row[0] for row in csv.reader(io.StringIO(text, newline=""))]
    assert not any(cell.startswith(start) for cell in cells)


def test_an_unknown_table_is_no_sql(library: Library) -> None:
    with pytest.raises(ValueError, match="a table is one of"):
        next(table_chunks(library.store, "games; DROP TABLE games", Filters()))


def test_what_cannot_be_written_leaves_nothing(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "t.csv").write_text("before")
    monkeypatch.setattr(data.export, "csv_bytes", lambda frame, header: frame.no_such_attribute)
    with pytest.raises(AttributeError):
        write_csv(library.store, "seats", EVERY_STATUS, tmp_path / "t.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["t.csv"]
    assert (tmp_path / "t.csv").read_text() == "before"


# The commands


@pytest.fixture
def games(tmp_path: Path) -> Path:
    return write_logs(tmp_path / "games.hexlog", logs_of("battle_sheep", 4, 2, seed=11))


def run(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    code = main([str(word) for word in words])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_importing_tells_totals_and_what_was_not_stored(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "deep" / "games.duckdb"
    code, out, err = run(capsys, "import", "--store", store, games)
    assert (code, err) == (0, "")
    assert out.startswith("4 games read from 1 file = 4 stored + 0 duplicate + 0 rejected; ")

    broken = tmp_path / "broken.hexlog"
    spoilt = json.loads(games.read_text().splitlines()[0])
    spoilt["moves"][3] = "jump \x1b[31m"
    broken.write_text("\n".join([json.dumps(spoilt), "{]", games.read_text()]))
    code, out, _ = run(capsys, "import", "--store", store, broken, "--json")
    *lines, totals = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert [line["fate"] for line in lines] == ["rejected", "rejected", *["duplicate"] * 4]
    assert (lines[0]["ply"], lines[0]["line"], lines[0]["status"]) == (3, 1, "illegal")
    assert (lines[1]["ply"], lines[1]["line"], lines[1]["status"]) == (None, 2, "unreadable")
    assert (totals["read"], totals["stored"], totals["duplicate"], totals["rejected"]) == (
        6,
        0,
        4,
        2,
    )

    code, out, _ = run(capsys, "import", "--store", store, broken)
    assert code == 1
    assert "line 1: rejected, illegal (battle_sheep" in out
    assert 'ply 3, "jump �[31m": ' in out
    assert "\x1b" not in out
    assert out.splitlines()[-1].startswith("6 games read from 1 file = 0 stored + 4 duplicate")


def test_importing_what_cannot_be_opened(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "games.duckdb"
    code, out, err = run(capsys, "import", "--store", store, tmp_path / "missing", games)
    assert code == 2
    assert "missing: The file cannot be opened: No such file or directory." in err
    assert out.startswith("4 games read from 2 files = 4 stored")
    (tmp_path / "empty").mkdir()
    code, out, err = run(capsys, "import", "--store", store, tmp_path / "empty")
    assert (code, out[:12]) == (2, "0 games read")
    assert "there is no file in this folder" in err


def test_importing_into_what_is_no_store(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "import", "--store", games, games)
    assert (code, out) == (2, "")
    assert err.startswith("hexcoach import: The file ")
    assert "is no Hexcoach store" in err
    assert err.count("\n") == 1


def test_exporting_games_and_tables(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "games.duckdb"
    run(capsys, "import", "--store", store, games)
    code, out, err = run(capsys, "export", "--store", store)
    assert (code, out, err) == (0, games.read_text(), "4 games\n")
    code, out, _ = run(capsys, "export", "--store", store, "--status", "verified", "--id", "1")
    assert (code, len(out.splitlines())) == (0, 1)
    code, out, err = run(capsys, "export", "--store", store, "-o", tmp_path / "out.hexlog")
    assert (code, out, (tmp_path / "out.hexlog").read_text()) == (0, "", games.read_text())
    code, out, _ = run(capsys, "export", "--store", store, "--table", "seats")
    assert [row["name"] for row in csv.DictReader(io.StringIO(out))] == [
        f"'{player.name}" if player.name.startswith("=") else player.name
        for log in logs_of("battle_sheep", 4, 2, seed=11)
        for player in log.players
    ]
    for name in ("t.csv", "t.parquet"):
        code, _, err = run(
            capsys, "export", "--store", store, "--table", "seats", "-o", tmp_path / name
        )
        assert (code, err) == (0, f"8 rows in {tmp_path / name}\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--table", "seats", "-o", "t.xlsx"], "becomes a .csv or .parquet file"),
        (["--game", "chess"], "There is no game 'chess'"),
        (["-o", "no/such/folder/games.hexlog"], "cannot be written: No such file"),
        (["--from", "yesterday"], "'yesterday' is no date"),
    ],
)
def test_exporting_what_cannot_be(
    library: Library,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    words: list[str],
    sentence: str,
) -> None:
    store = tmp_path / "games.duckdb"
    open_store(store).close()
    code, out, err = run(capsys, "export", "--store", store, *words)
    assert (code, out) == (2, "")
    assert sentence in err


def test_format_log_is_what_the_export_prints(library: Library) -> None:
    log = next(iter(logs(library.store, EVERY_STATUS)))
    document: dict[str, Any] = json.loads(format_log(log))
    assert document["format"] == "hexlog/1"
