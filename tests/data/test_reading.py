"""Every question of the store answered a second time from the logs, in plain Python."""

import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import date
from typing import Any

import polars as pl
import pytest

from data import reading
from data.filters import Filters, Grouping, Outcome
from engine.core.game import HeatmapLayer
from engine.core.registry import find_game, game_keys
from tests.data.conftest import Library
from tests.data.ledger import PEOPLE, Account, Effect, Seated, seats_of

EVERY_STATUS: tuple[str, ...] = ()
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


def ask(
    question: Callable[..., pl.DataFrame], library: Library, *args: Any, **kwargs: Any
) -> list[dict[str, Any]]:
    return question(library.store, *args, **kwargs).to_dicts()


def effects_of(seated: Seated, kind: str) -> list[Effect]:
    return [
        effect
        for effect in seated.account.effects
        if effect.kind == kind and effect.seat == seated.seat
    ]


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


def test_the_score_curve_of_every_game(library: Library) -> None:
    for one in library.accounts:
        scored = [effect for effect in one.effects if effect.kind == "scored"]
        sources = sorted({effect.what for effect in scored})
        last = max([one.turns(), *(effect.turn for effect in scored)])
        expected = [
            {
                "seat": seat,
                "source": source,
                "turn": turn,
                "points": sum(
                    effect.amount
                    for effect in scored
                    if (effect.seat, effect.what) == (seat, source) and effect.turn <= turn
                ),
            }
            for seat in range(len(one.log.players))
            for source in sources
            for turn in range(last + 1)
        ]
        assert ask(reading.score_curve, library, one.game_id) == expected


def quantile(values: list[int], share: float) -> float:
    """Linear between the two nearest, as spreadsheets have it."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    low, high = math.floor(place), math.ceil(place)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


@pytest.mark.parametrize("split", [False, True])
@pytest.mark.parametrize("by", [Grouping.NOTHING, Grouping.PLAYER, Grouping.PLAYERS])
@pytest.mark.parametrize("game", GAMES)
def test_score_bands(library: Library, game: str, by: Grouping, split: bool) -> None:
    filters = Filters(game=game)
    groups: dict[str, list[Seated]] = defaultdict(list)
    for one in seats_of(library.accounts, filters, by):
        groups[one.grouping].append(one)
    expected = []
    for grouping, members in sorted(groups.items()):
        scored = {
            (one.account.game_id, one.seat): [
                (
                    effect.what if split else "",
                    one.account.rounds(one.seat, effect.ply),
                    effect.amount,
                )
                for effect in effects_of(one, "scored")
            ]
            for one in members
        }
        rounds = [one.account.rounds(one.seat, len(one.account.plies)) for one in members]
        sources = sorted({source for gained in scored.values() for source, _, _ in gained})
        for source in sources:
            for number in range(max(rounds) + 1):
                points = [
                    sum(p for what, when, p in gained if what == source and when <= number)
                    for gained in scored.values()
                ]
                expected.append(
                    {
                        "grouping": grouping,
                        "source": source,
                        "round": number,
                        "p10": pytest.approx(quantile(points, 0.1)),
                        "q25": pytest.approx(quantile(points, 0.25)),
                        "median": pytest.approx(statistics.median(points)),
                        "q75": pytest.approx(quantile(points, 0.75)),
                        "p90": pytest.approx(quantile(points, 0.9)),
                        "n": len(members),
                        "running": sum(last >= number for last in rounds),
                    }
                )
    assert expected
    assert ask(reading.score_bands, library, filters, by, split_sources=split) == expected


def wilson(hits: int, tries: int) -> tuple[Any, Any]:
    """By the textbook: centre and half-width."""
    z = statistics.NormalDist().inv_cdf(0.975)
    rate = hits / tries
    centre = (rate + z * z / (2 * tries)) / (1 + z * z / tries)
    half = z / (1 + z * z / tries) * math.sqrt(rate * (1 - rate) / tries + (z / tries) ** 2 / 4)
    return pytest.approx(centre - half, abs=1e-6), pytest.approx(centre + half, abs=1e-6)


def test_the_textbook_interval() -> None:
    """Eight of ten, as tables of the Wilson interval have it."""
    assert wilson(8, 10) == (pytest.approx(0.490, abs=5e-4), pytest.approx(0.943, abs=5e-4))


@pytest.mark.parametrize("level", reading.OBJECTIVE_LEVELS)
@pytest.mark.parametrize("by", [Grouping.NOTHING, Grouping.SEAT, Grouping.OUTCOME])
@pytest.mark.parametrize("game", GAMES)
def test_objective_rates(library: Library, game: str, by: Grouping, level: str) -> None:
    """No log here hides a card, so every draw can be followed by its name."""
    known = {objective.key: objective for objective in find_game(game).objectives}
    filters = Filters(game=game)
    counted: dict[tuple[str, str, str, str], dict[str, Any]] = {}
    for one in seats_of(library.accounts, filters, by):
        held: dict[Any, list[Effect]] = defaultdict(list)
        for effect in one.account.effects:
            if effect.seat != one.seat or not effect.kind.startswith("objective_"):
                continue
            if effect.kind == "objective_returned":
                continue
            objective = known[effect.what]
            row = counted.setdefault(
                (
                    one.grouping,
                    objective.group if level in {"objective", "group"} else "",
                    (objective.colour or "") if level in {"objective", "colour"} else "",
                    effect.what if level == "objective" else "",
                ),
                {"drawn": 0, "missed": 0, "rounds": [], "points": [], "games": set()},
            )
            same = held[effect.what, effect.cell]
            if effect.kind == "objective_drawn":
                row["drawn"] += 1
                row["games"].add(one.account.game_id)
                same.append(effect)
            elif effect.kind == "objective_missed":
                row["missed"] += 1
            else:
                drawn = same.pop(0)
                begun = one.account.rounds
                row["rounds"].append(begun(one.seat, effect.ply) - begun(one.seat, drawn.ply))
                row["points"].append(effect.amount)
    expected = []
    for (grouping, group, colour, name), row in sorted(counted.items()):
        completed = len(row["points"])
        low, high = wilson(completed, row["drawn"])
        expected.append(
            {
                "grouping": grouping,
                "objective": name,
                "objective_group": group,
                "colour": colour,
                "drawn": row["drawn"],
                "completed": completed,
                "missed": row["missed"],
                "rate": pytest.approx(completed / row["drawn"]),
                "low": low,
                "high": high,
                "median_rounds": statistics.median(row["rounds"]) if completed else None,
                "mean_points": pytest.approx(statistics.mean(row["points"])) if completed else None,
                "games": len(row["games"]),
            }
        )
    assert expected
    assert ask(reading.objective_rates, library, filters, by, level=level) == expected


EVERY_LAYER = [
    pytest.param(game, layer, id=f"{game}-{layer.key}")
    for game in GAMES
    for layer in find_game(game).heatmap_layers
]


@pytest.mark.parametrize("by", [Grouping.NOTHING, Grouping.PLAYER])
@pytest.mark.parametrize(("game", "layer"), EVERY_LAYER)
def test_heatmaps(library: Library, game: str, layer: HeatmapLayer, by: Grouping) -> None:
    filters = Filters(game=game, statuses=("verified", "unverified"))
    cells: dict[Any, list[tuple[int, Effect]]] = defaultdict(list)
    selected: dict[str, set[int]] = defaultdict(set)
    for one in seats_of(library.accounts, filters, by):
        selected[one.grouping].add(one.account.game_id)
        for effect in effects_of(one, layer.kind):
            cell = effect.other if layer.origin else effect.cell
            if cell is None:
                continue
            if layer.what and effect.what not in layer.what:
                continue
            if layer.cause and effect.cause not in layer.cause:
                continue
            other = effect.other if layer.edge else None
            cells[one.grouping, cell, other].append((one.account.game_id, effect))
    expected = {}
    for (grouping, cell, other), here in cells.items():
        effects = [effect for _, effect in here]
        value = {
            "count": float(len(effects)),
            "amount": float(sum(effect.amount for effect in effects)),
            "turn": statistics.mean(effect.turn for effect in effects),
        }[layer.weight]
        place = (*cell, *(other or (None, None)))
        expected[grouping, *place] = (
            pytest.approx(value),
            len(effects),
            len({game_id for game_id, _ in here}),
            len(selected[grouping]),
        )
    found = reading.heatmap(library.store, layer, filters, by)
    rows = {row[:5]: row[5:] for row in found.rows()}
    assert rows == expected
    assert len(rows) == len(found)


@pytest.mark.parametrize("game", GAMES)
def test_every_heatmap_layer_shows_something(library: Library, game: str) -> None:
    for layer in find_game(game).heatmap_layers:
        filters = Filters(game=game, statuses=EVERY_STATUS)
        assert not reading.heatmap(library.store, layer, filters).is_empty(), layer.key


@pytest.mark.parametrize("game", GAMES)
def test_effects_by_what(library: Library, game: str) -> None:
    filters = Filters(game=game)
    for kind in find_game(game).effect_kinds:
        groups: dict[tuple[str, str, str], list[tuple[int, Effect]]] = defaultdict(list)
        selected: dict[str, set[int]] = defaultdict(set)
        for one in seats_of(library.accounts, filters, Grouping.SEAT):
            selected[one.grouping].add(one.account.game_id)
            for effect in effects_of(one, kind):
                groups[one.grouping, effect.what, effect.cause].append(
                    (one.account.game_id, effect)
                )
        expected = {
            key: (
                len(members),
                sum(effect.amount for _, effect in members),
                pytest.approx(statistics.mean(effect.turn for _, effect in members)),
                len({game_id for game_id, _ in members}),
                len(selected[key[0]]),
            )
            for key, members in groups.items()
        }
        found = reading.effects_by_what(library.store, kind, filters, Grouping.SEAT)
        assert {row[:3]: row[3:] for row in found.rows()} == expected


@pytest.mark.parametrize("game", GAMES)
def test_actions(library: Library, game: str) -> None:
    filters = Filters(game=game)
    words: dict[str, Counter[str]] = defaultdict(Counter)
    games: dict[tuple[str, str], set[int]] = defaultdict(set)
    seats: Counter[str] = Counter()
    for one in seats_of(library.accounts, filters, Grouping.SEAT):
        seats[one.grouping] += 1
        for seat, _, kind, text in one.account.plies:
            if seat == one.seat and kind == "decision":
                word = text.split()[0]
                words[one.grouping][word] += 1
                games[one.grouping, word].add(one.account.game_id)
    expected = [
        {
            "grouping": grouping,
            "action": action,
            "moves": moves,
            "share": pytest.approx(moves / counter.total()),
            "games": len(games[grouping, action]),
            "per_game": pytest.approx(moves / seats[grouping]),
        }
        for grouping, counter in sorted(words.items())
        for action, moves in sorted(counter.items(), key=lambda item: (-item[1], item[0]))
    ]
    assert expected
    assert ask(reading.actions, library, filters, Grouping.SEAT) == expected


@pytest.mark.parametrize("by", [Grouping.PLAYER, Grouping.SEAT, Grouping.PLAYERS])
def test_results(library: Library, by: Grouping) -> None:
    filters = Filters(statuses=EVERY_STATUS)
    groups: dict[str, list[Seated]] = defaultdict(list)
    for one in seats_of(library.accounts, filters, by):
        groups[one.grouping].append(one)
    expected: list[dict[str, Any]] = []
    for grouping, members in groups.items():
        places = [one.account.places[one.seat] for one in members if one.account.places]
        won = places.count(1)
        low, high = wilson(won, len(places)) if places else (None, None)
        expected.append(
            {
                "grouping": grouping,
                "games": len(members),
                "won": won,
                "rate": pytest.approx(won / len(places)) if places else None,
                "low": low,
                "high": high,
                "mean_score": pytest.approx(
                    statistics.mean(one.account.scores[one.seat] for one in members)
                ),
                "mean_place": pytest.approx(statistics.mean(places)) if places else None,
                "mean_rounds": pytest.approx(
                    statistics.mean(
                        one.account.rounds(one.seat, len(one.account.plies)) for one in members
                    )
                ),
            }
        )
    expected.sort(key=lambda row: (-row["games"], row["grouping"]))
    assert ask(reading.results, library, filters, by) == expected


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


def test_objectives_of_a_game_agree_with_its_effects(library: Library) -> None:
    for one in library.accounts:
        found = ask(reading.objectives_of_game, library, one.game_id)
        drawn = Counter(
            (effect.seat, effect.what, effect.ply)
            for effect in one.effects
            if effect.kind == "objective_drawn"
        )
        completed = Counter(
            (effect.seat, effect.what, effect.ply, effect.amount)
            for effect in one.effects
            if effect.kind == "objective_completed"
        )
        missed = Counter(
            (effect.seat, effect.what, effect.cause)
            for effect in one.effects
            if effect.kind == "objective_missed"
        )
        assert drawn == Counter((row["seat"], row["objective"], row["drawn_ply"]) for row in found)
        assert completed == Counter(
            (row["seat"], row["objective"], row["completed_ply"], row["points"])
            for row in found
            if row["completed_ply"] is not None
        )
        assert missed == Counter(
            (row["seat"], row["objective"], row["missed"])
            for row in found
            if row["missed"] is not None
        )
        assert all(
            row["drawn_ply"] < row["completed_ply"]
            for row in found
            if row["completed_ply"] is not None
        )


def test_runs_and_files(library: Library) -> None:
    (run,) = ask(reading.imports, library)
    games = len(library.accounts)
    assert (run["state"], run["files"]) == ("done", 1)
    assert (run["read"], run["stored"], run["duplicate"], run["rejected"]) == (games, games, 0, 0)
    (file,) = ask(reading.files, library, run["import_id"])
    assert (file["name"], file["importer"], file["stored"]) == ("games.hexlog", "hexlog", games)
    assert ask(reading.rejected, library) == []
