"""What the library holds and which seats a filter lets through, told a second time in Python."""

from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from data import reading
from data.filters import Filters, Grouping, Outcome
from engine.core.registry import game_keys
from tests.data.asking import EVERY_STATUS, ask
from tests.data.conftest import Library
from tests.data.ledger import (
    PEOPLE,
    Account,
    seats_of,
)

FILTERS = [
    pytest.param(Filters(), id="verified"),
    pytest.param(Filters(statuses=EVERY_STATUS), id="every-status"),
    pytest.param(Filters(statuses=("incomplete", "unverified")), id="not-verified"),
    pytest.param(Filters(names=PEOPLE[:3]), id="names"),
    pytest.param(Filters(names=(PEOPLE[5],)), id="odd-name"),
    pytest.param(Filters(opponents=(PEOPLE[0], PEOPLE[4])), id="opponents"),
    pytest.param(Filters(seats=(1,), players=(2, 4)), id="seats-and-players"),
    pytest.param(Filters(outcome=Outcome.WON), id="won"),
    pytest.param(Filters(outcome=Outcome.LOST, sources=("club 0",)), id="lost-at-club-0"),
    pytest.param(Filters(date_from=date(2026, 2, 1), date_to=date(2026, 4, 15)), id="dates"),
    pytest.param(Filters(game_ids=(1, 2, 5)), id="three-games"),
    pytest.param(Filters(names=("nobody",)), id="nobody"),
]
GAMES = game_keys()


def test_the_library_holds_games_of_every_kind(library: Library) -> None:
    """Else the comparisons below would compare nothing."""
    found = Counter((one.game.key, one.status) for one in library.accounts)
    for game in GAMES:
        assert found[game, "verified"] >= 4
        assert found[game, "incomplete"] >= 1
    assert {one.status for one in library.accounts} >= {"unverified"}
    assert {one.source for one in library.accounts} == {"club 0", "club 1"}


@pytest.mark.parametrize("by", Grouping)
@pytest.mark.parametrize("filters", FILTERS)
def test_the_seats_that_pass(library: Library, filters: Filters, by: Grouping) -> None:
    expected = {
        (one.account.game_id, one.seat, one.grouping)
        for one in seats_of(library.accounts, filters, by)
    }
    found = reading.select_seats(library.store, filters, by).rows()
    assert set(found) == expected
    assert len(found) == len(expected)


def test_filters_are_hashable_and_equal_by_content() -> None:
    assert {Filters(names=("a",)): 1}[Filters(names=("a",))] == 1


def test_totals(library: Library) -> None:
    expected: dict[tuple[str, str], list[Account]] = defaultdict(list)
    for one in library.accounts:
        expected[one.game.key, one.status].append(one)
    found = ask(reading.totals, library)
    assert found == [
        {
            "game": game,
            "status": status,
            "games": len(games),
            "moves": sum(len(one.plies) for one in games),
            "players": len({each.name for one in games for each in one.log.players}),
        }
        for (game, status), games in sorted(expected.items())
    ]


def listed(one: Account) -> dict[str, Any]:
    return {
        "game_id": one.game_id,
        "game": one.game.key,
        "status": one.status,
        "grade": "replayable",
        "date": one.date,
        "source": one.source,
        "source_id": one.log.id,
        "board": one.board,
        "players": len(one.log.players),
        "names": [each.name for each in one.log.players],
        "scores": one.scores,
        "places": one.places or [None] * len(one.log.players),
        "plies": len(one.plies),
        "turns": one.turns(),
        "reason": one.log.result.reason if one.log.result else None,
        "remark": None,
        "file": "games.hexlog",
    }


@pytest.mark.parametrize("filters", FILTERS)
def test_the_list_of_games(library: Library, filters: Filters) -> None:
    passing = {one.account.game_id: one.account for one in seats_of(library.accounts, filters)}
    found = ask(reading.games, library, filters, limit=1000)
    assert [row.pop("line") for row in found] == [row["game_id"] for row in found]
    assert found == [listed(passing[game_id]) for game_id in sorted(passing, reverse=True)]
    assert reading.count_games(library.store, filters) == len(passing)


@pytest.mark.parametrize("search", ["chloé", "CLUB 1", "-102-3", "games.hexlog", "%", "nobody"])
def test_searching_games(library: Library, search: str) -> None:
    def holds(one: Account) -> bool:
        words = [*(each.name for each in one.log.players), one.source, one.log.id, "games.hexlog"]
        return search.lower() in " ".join(map(str, words)).lower()

    expected = {one.game_id for one in library.accounts if holds(one)}
    everything = Filters(statuses=EVERY_STATUS)
    found = ask(reading.games, library, everything, search=search, limit=1000)
    assert {row["game_id"] for row in found} == expected
    assert reading.count_games(library.store, everything, search=search) == len(expected)


SORT_KEYS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "stored": lambda row: row["game_id"],
    "date": lambda row: row["date"],
    "game": lambda row: row["game"],
    "status": lambda row: row["status"],
    "names": lambda row: " ".join(row["names"]).lower(),
    "players": lambda row: row["players"],
    "plies": lambda row: row["plies"],
    "turns": lambda row: row["turns"],
    "score": lambda row: max(row["scores"]),
}


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("order", reading.GAME_ORDERS)
def test_the_order_of_games(library: Library, order: str, descending: bool) -> None:
    found = ask(
        reading.games,
        library,
        Filters(statuses=EVERY_STATUS),
        order=order,
        descending=descending,
        limit=1000,
    )
    assert len(found) == len(library.accounts)
    keys = [key for row in found if (key := SORT_KEYS[order](row)) is not None]
    assert keys == sorted(keys, reverse=descending)
    without = [SORT_KEYS[order](row) is None for row in found]
    assert without == sorted(without)


def test_pages_of_games_are_one_list(library: Library) -> None:
    everything = Filters(statuses=EVERY_STATUS)
    whole = ask(reading.games, library, everything, order="game", limit=1000)
    pages = []
    for offset in range(0, len(whole) + 7, 7):
        pages += ask(reading.games, library, everything, order="game", limit=7, offset=offset)
    assert pages == whole


def test_an_unknown_order_is_no_sql(library: Library) -> None:
    with pytest.raises(ValueError, match="order is one of"):
        reading.games(library.store, Filters(), order="1; DROP TABLE games")


def test_a_game_comes_back_as_it_was_read(library: Library) -> None:
    for one in library.accounts:
        stored = reading.game(library.store, one.game_id)
        assert stored.log == one.log
        assert stored.moves.select("ply", "seat", "turn", "kind", "text").rows() == [
            (ply, seat if seat >= 0 else None, turn, kind, text)
            for ply, (seat, turn, kind, text) in enumerate(one.plies)
        ]
        assert stored.seats.rows() == [
            (
                seat,
                each.name,
                one.scores[seat],
                one.places[seat] if one.places else None,
                one.places[seat] == 1 if one.places else None,
                one.rounds(seat, len(one.plies)),
            )
            for seat, each in enumerate(one.log.players)
        ]
        assert stored.facts["rules_version"] == one.game.version
        assert (stored.facts["importer"], stored.facts["file"]) == ("hexlog", "games.hexlog")


def test_a_game_that_is_not_there(library: Library) -> None:
    with pytest.raises(reading.NotStored, match="no game 12345"):
        reading.game(library.store, 12345)


@pytest.mark.parametrize("game", [None, *GAMES])
def test_choices(library: Library, game: str | None) -> None:
    counted: Counter[tuple[str, str]] = Counter()
    days = []
    for one in library.accounts:
        if game is not None and one.game.key != game:
            continue
        counted["game", one.game.key] += 1
        counted["status", one.status] += 1
        counted["source", one.source] += 1
        counted["players", str(len(one.log.players))] += 1
        if one.board is not None:
            counted["board", one.board] += 1
        for seat in range(len(one.log.players)):
            counted["seat", str(seat)] += 1
        if one.date is not None:
            days.append(one.date.isoformat())
    counted["date_from", min(days)] = counted["date_to", max(days)] = len(days)
    found = ask(reading.choices, library, game)
    assert {(row["field"], row["value"]): row["games"] for row in found} == counted
    assert found == sorted(found, key=lambda row: (row["field"], -row["games"], row["value"]))


def test_names(library: Library) -> None:
    for game, search in [(None, ""), (GAMES[0], ""), (None, "ANA"), (None, "'")]:
        counted: Counter[str] = Counter()
        for one in library.accounts:
            if game is None or one.game.key == game:
                counted.update({each.name for each in one.log.players})
        expected = [
            {"name": name, "games": games}
            for name, games in sorted(counted.items(), key=lambda item: (-item[1], item[0]))
            if search.lower() in name.lower()
        ]
        assert ask(reading.names, library, game, search) == expected
        assert ask(reading.names, library, game, search, limit=2) == expected[:2]


def test_runs_and_files(library: Library) -> None:
    (run,) = ask(reading.imports, library)
    games = len(library.accounts)
    assert (run["state"], run["files"]) == ("done", 1)
    assert (run["read"], run["stored"], run["duplicate"], run["rejected"]) == (games, games, 0, 0)
    (file,) = ask(reading.files, library, run["import_id"])
    assert (file["name"], file["importer"], file["stored"]) == ("games.hexlog", "hexlog", games)
    assert ask(reading.rejected, library) == []
