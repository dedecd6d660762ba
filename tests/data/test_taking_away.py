"""Everything that leaves a store: every table, with names and without, and plays for a diary."""

import csv
import io
import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import parse_qs, urlsplit

import msgspec
import polars as pl
import pytest

from data import reading
from data.bgstats import LINK, links, plays
from data.export import csv_bytes, logs, parquet_bytes, table_chunks
from data.filters import Filters
from data.ingest import find_inputs, run_import
from data.privacy import pseudonyms_of
from data.store import Store, open_store
from data.tables import OF_IMPORTS, TABLES
from engine.cli.main import main
from engine.core.gamelog import GameLog, Player
from engine.core.registry import find_game, game_keys
from tests.data.hidden import IDS, NAMES, named_logs
from tests.data.ledger import logs_of, write_logs
from tests.data.test_forgetting import fill

EVERY_STATUS = Filters(statuses=())


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("filled")
    with open_store(folder / "games.duckdb") as store:
        fill(store, folder)
    return folder / "games.duckdb"


def whole(store: Store, table: str, filters: Filters = EVERY_STATUS) -> pl.DataFrame:
    return pl.concat(table_chunks(store, table, filters))


def parsed(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode(), newline="")))


@pytest.mark.parametrize("table", TABLES)
def test_every_table_leaves_as_csv_and_as_parquet(path: Path, table: str) -> None:
    with open_store(path, read_only=True) as store:
        frame = whole(store, table)
        with store.cursor() as cursor:
            ((rows,),) = cursor.execute(f"SELECT count(*) FROM {table}").fetchall()
    assert frame.height == rows
    assert rows or table in {"reviews", "decisions", "review_seats"}
    assert pl.read_parquet(io.BytesIO(parquet_bytes(frame))).equals(frame)
    header, *lines = parsed(csv_bytes(frame))
    assert header == frame.columns
    assert len(lines) == rows
    texts = [at for at, kind in enumerate(frame.dtypes) if kind == pl.String]
    assert not any(re.match(r"[=+\-@\t\r]", line[at]) for line in lines for at in texts)


def test_what_was_imported_is_taken_whole_whatever_the_filters(path: Path) -> None:
    nobody = Filters(names=("nobody",))
    with open_store(path, read_only=True) as store:
        for table in TABLES:
            assert whole(store, table, nobody).is_empty() == (table not in OF_IMPORTS)


@pytest.mark.parametrize("table", TABLES)
def test_no_name_leaves_a_masked_store(path: Path, table: str) -> None:
    with open_store(path, read_only=True) as store:
        named, masked = whole(store, table), whole(store.masked, table)
    assert (masked.schema, masked.height) == (named.schema, named.height)
    content = csv_bytes(masked).decode()
    assert [word for word in (*NAMES, *IDS) if word.lower() in content.lower()] == []
    if table in {"seats", "rejected", "files", "verdicts", "exercises"}:
        assert NAMES[0] in csv_bytes(named).decode()


def test_masked_games_play_as_they_did(path: Path) -> None:
    with open_store(path, read_only=True) as store:
        hidden = pseudonyms_of(store)
        for log, masked in zip(
            logs(store, EVERY_STATUS), logs(store.masked, EVERY_STATUS), strict=True
        ):
            assert [one.name for one in masked.players] == [
                hidden.of_name(one.name) for one in log.players
            ]
            assert (masked.moves, masked.setup, masked.rules) == (log.moves, log.setup, log.rules)
            assert not any(word in repr(masked) for word in (*NAMES, *IDS))


def test_what_leaves_with_pseudonyms_comes_back_as_the_same_games(
    path: Path, tmp_path: Path
) -> None:
    with open_store(path, read_only=True) as store:
        file = write_logs(tmp_path / "masked.hexlog", logs(store.masked, EVERY_STATUS))
        games = reading.count_games(store, EVERY_STATUS)
        statuses = reading.games(store, EVERY_STATUS, descending=False)["status"].to_list()
    with open_store(tmp_path / "again.duckdb") as again:
        list(run_import(again, find_inputs([file])))
        assert reading.count_games(again, EVERY_STATUS) == games
        found = reading.games(again, EVERY_STATUS, descending=False)["status"].to_list()
        assert found == statuses


def test_a_masked_store_can_be_asked_by_pseudonyms_alone(path: Path) -> None:
    with open_store(path, read_only=True) as store:
        name = pseudonyms_of(store).of_name(NAMES[0])
        plain = reading.count_games(store, Filters(names=(NAMES[0],), statuses=()))
        assert plain > 0
        assert reading.count_games(store.masked, Filters(names=(name,), statuses=())) == plain
        assert reading.count_games(store.masked, Filters(names=(NAMES[0],), statuses=())) == 0
        assert reading.count_games(store.masked, EVERY_STATUS, search=NAMES[0][:6]) == 0
        assert reading.names(store.masked, search=NAMES[0][:6]).is_empty()


def test_the_secret_of_pseudonyms_never_leaves(path: Path) -> None:
    with open_store(path, read_only=True) as store:
        salt = store.ask("privacy/secret").item(0, "salt")
        assert len(salt) == 64
        assert store.masked.ask("privacy/secret").item(0, "salt") == ""
        exported = b"".join(csv_bytes(whole(store, table)) for table in TABLES)
        assert salt.encode() not in exported
    assert "privacy" not in TABLES


# Plays for BG Stats. The types are written from the page that `data.bgstats` names.

Moment = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$")]
Text = Annotated[str, msgspec.Meta(min_length=1)]


class PushedGame(msgspec.Struct, forbid_unknown_fields=True):
    """`game` of a pushed play."""

    name: Text
    sourceGameId: Text  # noqa: N815
    bggId: int | msgspec.UnsetType = msgspec.UNSET  # noqa: N815
    highestWins: bool | msgspec.UnsetType = msgspec.UNSET  # noqa: N815
    noPoints: bool | msgspec.UnsetType = msgspec.UNSET  # noqa: N815


class PushedPlayer(msgspec.Struct, forbid_unknown_fields=True):
    """One of `players`."""

    name: Text
    sourcePlayerId: Text  # noqa: N815
    winner: bool
    startPlayer: bool | msgspec.UnsetType = msgspec.UNSET  # noqa: N815
    score: float | msgspec.UnsetType = msgspec.UNSET
    rank: int | msgspec.UnsetType = msgspec.UNSET
    role: str | msgspec.UnsetType = msgspec.UNSET
    team: str | msgspec.UnsetType = msgspec.UNSET


class PushedPlay(msgspec.Struct, forbid_unknown_fields=True):
    """The object that is pushed."""

    sourceName: Literal["Hexcoach"]  # noqa: N815
    sourcePlayId: Text  # noqa: N815
    playDate: Moment  # noqa: N815
    game: PushedGame
    players: Annotated[list[PushedPlayer], msgspec.Meta(min_length=1)]
    durationMin: Annotated[int, msgspec.Meta(gt=0)] | msgspec.UnsetType = msgspec.UNSET  # noqa: N815
    board: str | msgspec.UnsetType = msgspec.UNSET
    location: str | msgspec.UnsetType = msgspec.UNSET
    comments: str | msgspec.UnsetType = msgspec.UNSET


def played(game: str) -> list[GameLog]:
    """Three to the end: with a clock, with a day only, without either; and one broken off."""
    some = logs_of(game, 4, 2, seed=5)
    for number, log in enumerate(some):
        log.meta = {"source": "club"}
        log.id = f"t{number}"
        log.players = [Player(f"P{seat + 1}", str(seat)) for seat in range(len(log.players))]
    begin = datetime(2026, 3, 1, 22, 30, tzinfo=UTC).timestamp()
    length = len(some[0].moves)
    some[0].clock = [begin + 5400 * ply / (length - 1) for ply in range(length)]
    some[1].meta = {"source": "club", "date": "2026-03-04"}
    return some


@pytest.mark.parametrize("game", game_keys())
def test_finished_games_become_plays(game: str, tmp_path: Path) -> None:
    path = write_logs(tmp_path / "a.hexlog", played(game))
    with open_store(tmp_path / "games.duckdb") as store:
        list(run_import(store, find_inputs([path])))
        found = plays(store, EVERY_STATUS)
        seats = [reading.game(store, game_id).seats for game_id in (1, 2)]
        first = [reading.game(store, game_id).moves["seat"][0] for game_id in (1, 2)]
    assert (len(found.plays), found.unfinished, found.undated) == (2, 1, 1)
    read = msgspec.convert(found.plays, list[PushedPlay])
    assert [play.playDate for play in read] == ["2026-03-02 00:00:00", "2026-03-04 12:00:00"]
    assert [play.durationMin for play in read] == [90, msgspec.UNSET]
    assert len({play.sourcePlayId for play in read}) == 2
    for play, seat, starts in zip(read, seats, first, strict=True):
        assert (play.game.name, play.game.sourceGameId) == (find_game(game).name, game)
        assert [one.name for one in play.players] == seat["name"].to_list()
        assert [one.sourcePlayerId for one in play.players] == ["0", "1"]
        assert [one.score for one in play.players] == seat["score"].to_list()
        assert [one.rank for one in play.players] == seat["place"].to_list()
        assert [one.winner for one in play.players] == seat["won"].to_list()
        assert [one.startPlayer for one in play.players].index(True) == starts
        assert play.game.highestWins is True


def test_a_play_keeps_its_id_when_a_better_log_comes(tmp_path: Path) -> None:
    log = played("china_gold")[1]
    worse = msgspec.structs.replace(log, result=None, clock=None)
    with open_store(tmp_path / "games.duckdb") as store:
        list(run_import(store, find_inputs([write_logs(tmp_path / "a.hexlog", [worse])])))
        before = plays(store, EVERY_STATUS).plays
        list(run_import(store, find_inputs([write_logs(tmp_path / "b.hexlog", [log])])))
        after = plays(store, EVERY_STATUS).plays
        assert reading.games(store, EVERY_STATUS)["status"].to_list() == ["verified"]
    assert [one["sourcePlayId"] for one in before] == [one["sourcePlayId"] for one in after]


def test_the_command_writes_plays_and_their_addresses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, where = write_logs(tmp_path / "a.hexlog", played("takenoko")), tmp_path / "games.duckdb"
    with open_store(where) as store:
        list(run_import(store, find_inputs([path])))
        expected = plays(store, EVERY_STATUS).plays
    words = ["export", "--store", str(where), "--bgstats"]
    assert main([*words, "-o", str(tmp_path / "plays.json")]) == 0
    assert json.loads((tmp_path / "plays.json").read_text()) == expected
    assert capsys.readouterr().err == "2 plays; left out: 1 not finished, 1 without a date\n"

    assert main([*words, "--links"]) == 0
    addresses = capsys.readouterr().out.splitlines()
    assert addresses == list(links(expected))
    for address, play in zip(addresses, expected, strict=True):
        assert address.startswith(LINK)
        assert [json.loads(data) for data in parse_qs(urlsplit(address).query)["data"]] == [play]

    assert main([*words, "--mask-names"]) == 0
    masked: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    names = {player["name"] for play in masked for player in play["players"]}
    assert all(name.startswith("Player ") for name in names)
    assert {player["sourcePlayerId"] for play in masked for player in play["players"]} == names

    assert main(["export", "--store", str(where), "--links"]) == 2
    assert "--links is about plays" in capsys.readouterr().err


def test_the_command_masks_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, where = write_logs(tmp_path / "a.hexlog", named_logs()), tmp_path / "games.duckdb"
    with open_store(where) as store:
        list(run_import(store, find_inputs([path])))
    for words in ([], ["--table", "seats"], ["--table", "verdicts"]):
        assert main(["export", "--store", str(where), "--mask-names", *words]) == 0
        out = capsys.readouterr().out
        assert len(out) > 100
        assert [word for word in (*NAMES, *IDS) if word in out] == []
