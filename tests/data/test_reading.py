"""Every statistic of the store worked out a second time from the logs, in plain Python."""

import math
import statistics
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from data import reading
from data.filters import Filters, Grouping
from data.store import open_store
from engine.core.game import HeatmapLayer
from engine.core.registry import find_game, game_keys
from tests.data.asking import EVERY_STATUS, ask, effects_of
from tests.data.conftest import Library
from tests.data.ledger import (
    Effect,
    Seated,
    import_all,
    logs_of,
    seats_of,
    write_logs,
)

GAMES = game_keys()


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
    every_source = {
        effect.what if split else ""
        for members in groups.values()
        for one in members
        for effect in effects_of(one, "scored")
    }
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
        for source in sorted(every_source):
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


def test_bands_of_seats_that_never_score(tmp_path: Path) -> None:
    log = logs_of("takenoko", 2, 2, seed=9)[0]
    log.moves = log.moves[:1]
    log.result = None
    with open_store(tmp_path / "games.duckdb") as store:
        assert reading.score_bands(store, Filters()).is_empty()
        import_all(store, write_logs(tmp_path / "games.hexlog", [log]))
        filters = Filters(statuses=EVERY_STATUS)
        found = reading.score_bands(store, filters, Grouping.SEAT)
        assert found.select("grouping", "round", "median", "n", "running").rows() == [
            ("0", 0, 0.0, 1, 1),
            ("0", 1, 0.0, 1, 1),
            ("1", 0, 0.0, 1, 1),
        ]
        assert reading.score_bands(store, filters, split_sources=True).is_empty()
