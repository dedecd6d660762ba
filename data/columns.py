"""Replays of one game turned into the columns of the store's tables, a batch at a time.

Everything that has a row a ply or an effect is computed on whole arrays; Python touches each game
once. The tables are Arrow tables, which DuckDB reads without copying.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow as pa

from engine.core.effects import NOWHERE
from engine.core.game import Game
from engine.core.gamelog import GameLog

Integers = npt.NDArray[np.int64]

HIDDEN = ":?"
"""Ends the key of an objective whose group is known and which of them it is not."""


@dataclass(frozen=True, slots=True)
class Played:
    """One replayed game as far as the columns need it.

    `plies` has dtype `kernels.PLY` and a row each ply; `effects` dtype `EFFECT`.
    """

    log: GameLog
    plies: npt.NDArray[np.void]
    effects: npt.NDArray[np.void]


@dataclass(frozen=True, slots=True)
class Words:
    """What the columns need of a game's vocabulary, by index of the word.

    `group` and `colour` tell of each word that is an objective where it belongs; `hidden` is the
    index under which a log writes it while it is unknown, -1 where there is none.
    """

    kinds: pa.Array
    vocabulary: pa.Array
    group: pa.Array
    colour: pa.Array
    hidden: npt.NDArray[np.int64]
    kind: Callable[[str], int]


@lru_cache(maxsize=32)
def words_of(game: Game) -> Words:
    """Cheap after the first call for a game."""
    vocabulary = list(game.vocabulary)
    index = {word: place for place, word in enumerate(vocabulary)}
    objectives = {objective.key: objective for objective in game.objectives}
    groups = []
    colours = []
    hidden = np.full(len(vocabulary), -1, dtype=np.int64)
    for place, word in enumerate(vocabulary):
        prefix, colon, _ = word.partition(":")
        objective = objectives.get(word)
        groups.append(objective.group if objective else prefix)
        colours.append(objective.colour if objective else None)
        if colon:
            hidden[place] = index.get(prefix + HIDDEN, -1)
    kinds = {kind: place for place, kind in enumerate(game.effect_kinds)}
    return Words(
        kinds=pa.array(game.effect_kinds),
        vocabulary=pa.array(vocabulary),
        group=pa.array(groups),
        colour=pa.array(colours, pa.string()),
        hidden=hidden,
        kind=lambda name: kinds.get(name, -1),
    )


@dataclass(frozen=True, slots=True)
class Batch:
    """Columns of the tables `moves`, `effects`, `objectives` and `scores`, and what the seats
    came to: arrays with a row each game and seat, games in order, seats from 0."""

    moves: pa.Table
    effects: pa.Table
    objectives: pa.Table
    scores: pa.Table
    seat_scores: Integers
    seat_places: Integers
    """0 where the game is not over."""
    seat_turns: Integers
    """Own turns begun."""
    turns: Integers
    """Turns begun, a row each game."""


def batch_of(game: Game, first_id: int, played: Sequence[Played]) -> Batch:
    """The columns of these games, which get the ids from `first_id` on."""
    words = words_of(game)
    plies = _Plies(first_id, played)
    rows = np.concatenate([one.effects for one in played])
    lengths = np.array([one.effects.shape[0] for one in played], dtype=np.int64)
    place = np.repeat(np.arange(len(played), dtype=np.int64), lengths)
    rounds = plies.rounds(place, rows["seat"], rows["ply"])
    turn = np.where(rows["ply"] < 0, 0, rows["turn"] + 1).astype(np.int32)
    effects = pa.table(
        {
            "game_id": (place + first_id).astype(np.int32),
            "ply": np.ascontiguousarray(rows["ply"]),
            "turn": turn,
            "seat": rows["seat"].astype(np.uint8),
            "kind": _text(rows["kind"], words.kinds),
            "what": _text(rows["what"], words.vocabulary),
            "cause": _text(rows["cause"], words.vocabulary),
            "amount": np.ascontiguousarray(rows["amount"]),
            "q": _cell(rows["q"]),
            "r": _cell(rows["r"]),
            "other_q": _cell(rows["other_q"]),
            "other_r": _cell(rows["other_r"]),
        }
    )
    seat_place = plies.first_seat[place] + rows["seat"]
    scored = rows["kind"] == words.kind("scored")
    ranked = rows["kind"] == words.kind("ranked")
    seat_scores = np.zeros(plies.seats, dtype=np.int64)
    np.add.at(seat_scores, seat_place[scored], rows["amount"][scored])
    seat_places = np.zeros(plies.seats, dtype=np.int64)
    seat_places[seat_place[ranked]] = rows["amount"][ranked]
    return Batch(
        moves=plies.table(),
        effects=effects,
        objectives=_objectives(words, first_id, place, rows, turn, rounds),
        scores=_scores(words, first_id, place[scored], rows[scored], turn[scored], rounds[scored]),
        seat_scores=seat_scores,
        seat_places=seat_places,
        seat_turns=plies.seat_turns(),
        turns=plies.turns,
    )


class _Plies:
    """All plies of a batch in one array, and whose turns began when."""

    def __init__(self, first_id: int, played: Sequence[Played]) -> None:
        self._first_id = first_id
        self._played = played
        self._rows = np.concatenate([one.plies for one in played])
        self._lengths = np.array([one.plies.shape[0] for one in played], dtype=np.int64)
        self._starts = np.cumsum(self._lengths) - self._lengths
        self._place = np.repeat(np.arange(len(played), dtype=np.int64), self._lengths)
        players = np.array([len(one.log.players) for one in played], dtype=np.int64)
        self._players = players
        self.first_seat = np.cumsum(players) - players
        self.seats = int(players.sum())
        turn, seat = self._rows["turn"], self._rows["seat"]
        # What a log may write after the end (a pass, a claim) belongs to nobody: seat -1.
        begins = np.ones(turn.shape[0], dtype=np.bool_)
        begins[1:] = (turn[1:] != turn[:-1]) | (self._place[1:] != self._place[:-1])
        begins &= seat >= 0
        # A column for every seat, a row more than plies: how many turns of it began before a ply.
        self._begun = np.zeros((turn.shape[0] + 1, int(players.max())), dtype=np.int32)
        for number in range(self._begun.shape[1]):
            np.cumsum(begins & (seat == number), out=self._begun[1:, number])
        ends = self._starts + self._lengths
        self.turns: Integers = (
            (self._begun[ends] - self._begun[self._starts]).sum(axis=1).astype(np.int64)
        )

    def rounds(
        self, place: Integers, seat: npt.NDArray[Any], ply: npt.NDArray[Any]
    ) -> npt.NDArray[np.int32]:
        """Own turns that `seat` of the game at `place` has begun when `ply` is played."""
        start = self._starts[place]
        return self._begun[start + ply + 1, seat] - self._begun[start, seat]

    def seat_turns(self) -> Integers:
        """Own turns begun in the whole game, a row each game and seat."""
        place = np.repeat(np.arange(len(self._played), dtype=np.int64), self._players)
        seat = np.arange(self.seats) - self.first_seat[place]
        return self.rounds(place, seat, self._lengths[place] - 1).astype(np.int64)

    def table(self) -> pa.Table:
        seat = self._rows["seat"]
        texts = chain.from_iterable(one.log.moves[: one.plies.shape[0]] for one in self._played)
        return pa.table(
            {
                "game_id": (self._place + self._first_id).astype(np.int32),
                "ply": (np.arange(seat.shape[0]) - self._starts[self._place]).astype(np.int32),
                "seat": pa.array(seat.astype(np.int16), mask=seat < 0),
                "turn": self._rows["turn"] + 1,
                "kind": _text(self._rows["kind"], pa.array(["decision", "chance", "over"])),
                "text": pa.array(list(texts), pa.string()),
            }
        )


def _text(codes: npt.NDArray[Any], words: pa.Array) -> pa.Array:
    return pa.DictionaryArray.from_arrays(pa.array(np.ascontiguousarray(codes)), words)


def _cell(coordinate: npt.NDArray[Any]) -> pa.Array:
    return pa.array(np.ascontiguousarray(coordinate), mask=coordinate == NOWHERE)


def _scores(
    words: Words,
    first_id: int,
    place: Integers,
    rows: npt.NDArray[np.void],
    turn: npt.NDArray[np.int32],
    rounds: npt.NDArray[np.int32],
) -> pa.Table:
    gained = pl.DataFrame(
        {
            "place": place,
            "seat": rows["seat"],
            "what": rows["what"],
            "turn": turn,
            "round": rounds,
            "points": rows["amount"].astype(np.int64),
        }
    )
    keys = ["place", "seat", "what", "turn", "round"]
    summed = gained.group_by(keys, maintain_order=True).agg(pl.col("points").sum())
    return pa.table(
        {
            "game_id": (summed["place"].to_numpy() + first_id).astype(np.int32),
            "seat": summed["seat"].to_numpy(),
            "source": _text(summed["what"].to_numpy(), words.vocabulary),
            "turn": summed["turn"].to_numpy(),
            "round": summed["round"].to_numpy(),
            "points": summed["points"].to_numpy(),
        }
    )


def _objectives(
    words: Words,
    first_id: int,
    place: Integers,
    rows: npt.NDArray[np.void],
    turn: npt.NDArray[np.int32],
    rounds: npt.NDArray[np.int32],
) -> pa.Table:
    """Pair what was drawn with what became of it.

    Of equal objectives in one hand the one drawn first counts as completed first, and those missed
    are the last drawn. A completed one that nobody drew under its name was a hidden one.
    """

    def events(kind: str) -> pl.DataFrame:
        which = rows["kind"] == words.kind(kind)
        found = rows[which]
        columns = {name: found[name] for name in ("seat", "what", "q", "r", "ply", "cause")}
        return pl.DataFrame(
            {
                "place": place[which],
                **columns,
                "turn": turn[which],
                "round": rounds[which],
                "amount": found["amount"],
            }
        ).with_columns(drawn_as="what")

    drawn = _numbered(events("objective_drawn"))
    missed = _numbered(events("objective_missed")).drop("nth")
    completed = _numbered(events("objective_completed")).join(
        drawn.group_by(_HELD).agg(in_hand=pl.len()), on=_HELD, how="left"
    )
    hidden = pl.Series(words.hidden[completed["what"].to_numpy()], dtype=pl.Int16)
    was_hidden = pl.col("nth") >= pl.col("in_hand").fill_null(0)
    completed = _numbered(
        completed.with_columns(drawn_as=pl.when(was_hidden).then(hidden).otherwise("what"))
    )
    every = (
        drawn.join(completed, on=[*_HELD, "nth"], how="full", coalesce=True, suffix="_done")
        .join(missed, on=[*_HELD, "nth_last"], how="left", suffix="_missed")
        .sort("place", "seat", "ply", nulls_last=True, maintain_order=True)
    )
    what = every.select(pl.coalesce("what_done", "what")).to_series().to_numpy()
    known_as = every.select(pl.when(pl.col("ply").is_not_null()).then("drawn_as")).to_series()
    return pa.table(
        {
            "game_id": (every["place"].to_numpy() + first_id).astype(np.int32),
            "seat": every["seat"].to_numpy(),
            "objective": _text(what, words.vocabulary),
            "drawn_as": _maybe_text(known_as, words.vocabulary),
            "objective_group": words.group.take(pa.array(what)),
            "colour": words.colour.take(pa.array(what)),
            "q": _cell(every["q"].to_numpy()),
            "r": _cell(every["r"].to_numpy()),
            "drawn_ply": every["ply"].to_arrow(),
            "drawn_turn": every["turn"].to_arrow(),
            "drawn_cause": _maybe_text(every["cause"], words.vocabulary),
            "completed_ply": every["ply_done"].to_arrow(),
            "completed_turn": every["turn_done"].to_arrow(),
            "points": every["amount_done"].to_arrow(),
            "rounds_in_hand": (every["round_done"] - every["round"]).to_arrow(),
            "missed": _maybe_text(every["cause_missed"], words.vocabulary),
        }
    )


_HELD = ["place", "seat", "drawn_as", "q", "r"]
"""What tells objectives apart that one hand may hold."""


def _numbered(events: pl.DataFrame) -> pl.DataFrame:
    """With the place of each among its equals: `nth` from the first, `nth_last` from the last."""
    nth = pl.int_range(pl.len()).over(_HELD)
    return events.with_columns(nth=nth, nth_last=pl.len().over(_HELD) - 1 - nth)


def _maybe_text(codes: pl.Series, words: pa.Array) -> pa.Array:
    return words.take(codes.cast(pl.Int64).to_arrow())
