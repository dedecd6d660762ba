"""How objectives drawn are paired with what became of them, on effects written by hand."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from data import reading
from data.columns import Played, batch_of
from data.filters import Filters
from data.store import open_store
from engine.core.effects import EFFECT, NOWHERE
from engine.core.gamelog import FORMAT, GameLog, Player
from engine.core.kernels import PLY
from engine.core.registry import find_game
from tests.data.ledger import import_all, logs_of, write_logs

TAKENOKO = find_game("takenoko")
CHINA_GOLD = find_game("china_gold")
Row = dict[str, Any]


def effects(game: Any, *rows: tuple[str, int, int, str, Row]) -> np.ndarray[Any, Any]:
    """Rows of ply, seat, kind, what and the rest; each ply is a turn."""
    found = np.zeros(len(rows), dtype=EFFECT)
    for place, (kind, ply, seat, what, rest) in enumerate(rows):
        row = found[place]
        for name in ("q", "r", "other_q", "other_r"):
            row[name] = rest.get(name, NOWHERE)
        row["kind"] = game.effect_kinds.index(kind)
        row["ply"], row["turn"], row["seat"] = ply, max(ply, 0), seat
        row["what"] = game.vocabulary.index(what)
        row["cause"] = game.vocabulary.index(rest.get("cause", ""))
        row["amount"] = rest.get("amount", 0)
    return found


def played(game: Any, plies: int, rows: np.ndarray[Any, Any]) -> Played:
    """A game of two in which each ply is a turn of the seat whose it is in order."""
    log = GameLog(
        format=FORMAT,
        game=game.key,
        players=[Player("A"), Player("B")],
        moves=[f"move {ply}" for ply in range(plies)],
    )
    turns = np.zeros(plies, dtype=PLY)
    turns["seat"] = np.arange(plies) % 2
    turns["turn"] = np.arange(plies)
    return Played(log, turns, rows)


def objectives(game: Any, *games: Played) -> list[Row]:
    return batch_of(game, 1, games).objectives.to_dicts()


def drawn(ply: int, seat: int, what: str, **rest: Any) -> tuple[str, int, int, str, Row]:
    return ("objective_drawn", ply, seat, what, {"cause": "deal" if ply < 0 else "card", **rest})


def completed(ply: int, seat: int, what: str, **rest: Any) -> tuple[str, int, int, str, Row]:
    return ("objective_completed", ply, seat, what, {"amount": 3, **rest})


def missed(ply: int, seat: int, what: str, **rest: Any) -> tuple[str, int, int, str, Row]:
    return ("objective_missed", ply, seat, what, {"cause": "hand", **rest})


def short(row: Row) -> tuple[Any, ...]:
    return (
        row["seat"],
        row["objective"],
        row["drawn_as"],
        row["drawn_ply"],
        row["completed_ply"],
        row["missed"],
    )


def test_of_equal_cards_the_first_drawn_is_completed_and_the_last_missed() -> None:
    rows = effects(
        TAKENOKO,
        drawn(-1, 0, "panda:green-2"),
        drawn(2, 0, "panda:green-2"),
        drawn(3, 1, "panda:green-2"),
        drawn(4, 0, "panda:green-2"),
        completed(6, 0, "panda:green-2"),
        missed(9, 0, "panda:green-2"),
        missed(9, 0, "panda:green-2"),
        missed(9, 1, "panda:green-2"),
    )
    found = objectives(TAKENOKO, played(TAKENOKO, 10, rows))
    name = "panda:green-2"
    assert [short(row) for row in found] == [
        (0, name, name, -1, 6, None),
        (0, name, name, 2, None, "hand"),
        (0, name, name, 4, None, "hand"),
        (1, name, name, 3, None, "hand"),
    ]
    first = found[0]
    assert (first["objective_group"], first["colour"], first["points"]) == ("panda", "green", 3)
    assert (first["drawn_turn"], first["drawn_cause"], first["completed_turn"]) == (0, "deal", 7)


def test_rounds_in_hand_are_own_turns_begun_since_the_draw() -> None:
    """Seat 0 moves at plies 0, 2, 4: dealt and done in its first turn is one round; drawn and done
    in the same turn is none; done in the other seat's turn counts the turns begun by then."""
    name, other, third = "panda:green-2", "panda:yellow-2", "panda:pink-2"
    rows = effects(
        TAKENOKO,
        drawn(-1, 0, name),
        completed(0, 0, name),
        drawn(2, 0, other),
        completed(2, 0, other),
        drawn(-1, 0, third),
        completed(5, 0, third),
    )
    found = {
        row["objective"]: row["rounds_in_hand"]
        for row in objectives(TAKENOKO, played(TAKENOKO, 6, rows))
    }
    assert found == {name: 1, other: 0, third: 3}


def test_a_hidden_card_becomes_the_one_that_is_completed() -> None:
    rows = effects(
        TAKENOKO,
        drawn(-1, 0, "plot:?"),
        drawn(-1, 0, "gardener:?"),
        drawn(1, 0, "plot:?"),
        drawn(2, 0, "plot:green-triangle"),
        completed(3, 0, "plot:green-triangle"),
        completed(4, 0, "plot:pink-curve"),
        missed(9, 0, "plot:?"),
        missed(9, 0, "gardener:?"),
    )
    found = objectives(TAKENOKO, played(TAKENOKO, 10, rows))
    assert sorted(map(short, found), key=repr) == sorted(
        [
            (0, "plot:pink-curve", "plot:?", -1, 4, None),
            (0, "plot:?", "plot:?", 1, None, "hand"),
            (0, "plot:green-triangle", "plot:green-triangle", 2, 3, None),
            (0, "gardener:?", "gardener:?", -1, None, "hand"),
        ],
        key=repr,
    )
    groups = {row["objective"]: row["objective_group"] for row in found}
    assert (groups["plot:?"], groups["plot:pink-curve"]) == ("plot", "plot")


def test_what_nobody_was_seen_to_draw_is_kept_without_a_draw() -> None:
    rows = effects(TAKENOKO, completed(3, 1, "panda:pink-2"))
    (row,) = objectives(TAKENOKO, played(TAKENOKO, 4, rows))
    assert short(row) == (1, "panda:pink-2", None, None, 3, None)
    assert row["rounds_in_hand"] is None


def test_equal_areas_are_told_apart_by_their_cells() -> None:
    rows = effects(
        CHINA_GOLD,
        drawn(-1, 0, "mountain-5", q=0, r=-4),
        drawn(-1, 0, "mountain-5", q=-2, r=3),
        completed(5, 0, "mountain-5", q=-2, r=3),
        missed(9, 0, "mountain-5", q=0, r=-4, cause="lost"),
    )
    found = objectives(CHINA_GOLD, played(CHINA_GOLD, 10, rows))
    assert {(row["q"], row["r"]): (row["completed_ply"], row["missed"]) for row in found} == {
        (0, -4): (None, "lost"),
        (-2, 3): (5, None),
    }


def test_games_of_a_batch_are_kept_apart() -> None:
    one = played(TAKENOKO, 3, effects(TAKENOKO, drawn(-1, 0, "panda:pink-2")))
    nothing = played(TAKENOKO, 0, effects(TAKENOKO))
    two = played(
        TAKENOKO,
        4,
        effects(TAKENOKO, drawn(0, 0, "panda:pink-2"), completed(2, 0, "panda:pink-2")),
    )
    batch = batch_of(TAKENOKO, 7, [one, nothing, two])
    found = batch.objectives.to_dicts()
    assert [(row["game_id"], row["completed_ply"]) for row in found] == [(7, None), (9, 2)]
    assert batch.turns.tolist() == [3, 0, 4]
    assert batch.seat_turns.tolist() == [2, 1, 0, 0, 2, 2]
    assert batch.moves["game_id"].to_list() == [7, 7, 7, 9, 9, 9, 9]


def test_rates_by_card_count_only_cards_that_were_seen(tmp_path: Path) -> None:
    """A hidden card shows its name only when it is completed: at its own level it would always
    have been. Its kind is known from the start."""
    logs = logs_of("takenoko", 6, 2, seed=5)[:-1]
    for log in logs:
        del log.setup["hands"]
    with open_store(tmp_path / "games.duckdb") as store:
        import_all(store, write_logs(tmp_path / "games.hexlog", logs))
        filters = Filters(statuses=())
        cards = reading.objective_rates(store, filters)
        kinds = reading.objective_rates(store, filters, level="group")
        whole = reading.objective_rates(store, filters, level="all")
        every = pl.concat([reading.objectives_of_game(store, one + 1) for one in range(len(logs))])
    hidden = 2 * 3 * len(logs)
    assert whole["drawn"].to_list() == [every.height]
    assert kinds["drawn"].sum() == every.height
    assert cards["drawn"].sum() == every.height - hidden
    unveiled = every.filter((pl.col("drawn_ply") == -1) & pl.col("completed_ply").is_not_null())
    assert unveiled.height > 0
    assert not unveiled["objective"].str.ends_with("?").any()
    assert sum(kinds["completed"]) - sum(cards["completed"]) == unveiled.height
