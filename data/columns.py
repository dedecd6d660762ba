"""Replays of one game turned into the columns of the store's tables, a batch at a time.

Everything that has a row a ply or an effect is computed on whole arrays; Python touches each game
once. The frames are Polars frames, which DuckDB reads as Arrow data.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import polars as pl

from engine.core.effects import NOWHERE
from engine.core.game import Game
from engine.core.gamelog import GameLog

Integers = npt.NDArray[np.int64]
Rows = npt.NDArray[np.void]
Columns = dict[str, npt.NDArray[Any]]

HIDDEN = ":?"
"""Ends the key of an objective whose group is known and which of them it is not."""


class Played(msgspec.Struct):
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

    kinds: pl.Enum
    vocabulary: pl.Enum
    group: pl.Series
    colour: pl.Series
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
        kinds=pl.Enum(game.effect_kinds),
        vocabulary=pl.Enum(vocabulary),
        group=pl.Series(groups, dtype=pl.String),
        colour=pl.Series(colours, dtype=pl.String),
        hidden=hidden,
        kind=lambda name: kinds.get(name, -1),
    )


@dataclass(frozen=True, slots=True)
class Batch:
    """Columns of the tables `moves`, `actions`, `effect_rows`, `objectives` and `scores`, and what
    the seats came to: arrays with a row each game and seat, games in order, seats from 0."""

    moves: pl.DataFrame
    actions: pl.DataFrame
    events: pl.DataFrame
    """`kind`, `what` and `cause` of every event that the effects name by its row here."""
    effects: pl.DataFrame
    objectives: pl.DataFrame
    scores: pl.DataFrame
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
    effects = _Effects(played, plies)
    scored = effects.rows_of(words.kind("scored"))
    ranked = effects.rows_of(words.kind("ranked"))
    events, event = effects.events(words)
    moves = plies.table()
    seat_places = np.zeros(plies.seats, dtype=np.int64)
    seat_places[plies.first_seat[ranked["place"]] + ranked["seat"]] = ranked["amount"]
    return Batch(
        moves=moves,
        actions=_actions(moves),
        events=events,
        effects=effects.table(event, first_id),
        objectives=_objectives(words, first_id, effects),
        scores=_scores(words, first_id, scored),
        seat_scores=_summed(
            plies.first_seat[scored["place"]] + scored["seat"], scored["amount"], plies.seats
        ),
        seat_places=seat_places,
        seat_turns=plies.seat_turns(),
        turns=plies.turns,
    )


class _Plies:
    """All plies of a batch in one array, and whose turns began when."""

    def __init__(self, first_id: int, played: Sequence[Played]) -> None:
        self._first_id = first_id
        self._played = played
        self._rows = _joined([one.plies for one in played])
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

    def table(self) -> pl.DataFrame:
        seat = self._rows["seat"]
        texts = chain.from_iterable(one.log.moves[: one.plies.shape[0]] for one in self._played)
        return pl.DataFrame(
            {
                "game_id": (self._place + self._first_id).astype(np.int32),
                "ply": (np.arange(seat.shape[0]) - self._starts[self._place]).astype(np.int32),
                "seat": _known(seat, seat >= 0),
                "turn": self._rows["turn"] + 1,
                "kind": _text(self._rows["kind"], _NODES),
                "text": pl.Series(list(texts), dtype=pl.String),
            }
        )


class _Effects:
    """All effects of a batch, a contiguous array a field; `place` tells the game, counted from 0,
    and `turn` is counted from 1, with 0 for the opening."""

    def __init__(self, played: Sequence[Played], plies: _Plies) -> None:
        rows = _joined([one.effects for one in played])
        lengths = [one.effects.shape[0] for one in played]
        fields = rows.dtype.names or ()
        self._plies = plies
        self._columns: Columns = {name: np.ascontiguousarray(rows[name]) for name in fields}
        self._columns["place"] = np.repeat(np.arange(len(played), dtype=np.int64), lengths)
        self._columns["turn"] = np.where(rows["ply"] < 0, 0, rows["turn"] + 1).astype(np.int32)

    def rows_of(self, kind: int) -> Columns:
        """The effects of one kind, with the `round` in which they happened."""
        which = np.flatnonzero(self._columns["kind"] == kind)
        found = {name: column[which] for name, column in self._columns.items()}
        found["round"] = self._plies.rounds(found["place"], found["seat"], found["ply"])
        return found

    def events(self, words: Words) -> tuple[pl.DataFrame, Integers]:
        """The different triples of kind, what and cause, and which of them each effect is."""
        kind, what, cause = (
            self._columns[name].astype(np.int64) for name in ("kind", "what", "cause")
        )
        vocabulary = len(words.vocabulary.categories)
        key = (kind * vocabulary + what) * vocabulary + cause
        # A sort of so many keys would take longer than all else here.
        happened = np.zeros(len(words.kinds.categories) * vocabulary**2, dtype=np.bool_)
        happened[key] = True
        triples = np.flatnonzero(happened)
        number = np.zeros(happened.shape[0], dtype=np.int32)
        number[triples] = np.arange(triples.shape[0], dtype=np.int32)
        frame = pl.DataFrame(
            {
                "kind": _text(triples // vocabulary**2, words.kinds),
                "what": _text(triples // vocabulary % vocabulary, words.vocabulary),
                "cause": _text(triples % vocabulary, words.vocabulary),
            }
        )
        return frame.cast(pl.String), number[key]

    def table(self, event: Integers, first_id: int) -> pl.DataFrame:
        columns = self._columns
        cells = ("q", "r", "other_q", "other_r")
        return pl.DataFrame(
            {
                "game_id": (columns["place"] + first_id).astype(np.int32),
                "ply": columns["ply"],
                "turn": columns["turn"],
                "seat": columns["seat"],
                "event": event,
                "amount": columns["amount"],
                **{name: columns[name] for name in cells},
            }
        ).with_columns(pl.when(pl.col(cells) != NOWHERE).then(pl.col(cells)))


def _actions(moves: pl.DataFrame) -> pl.DataFrame:
    """Decisions of each game and seat counted by the first word of the move."""
    decisions = moves.filter(pl.col("kind") == "decision")
    texts = decisions["text"]
    if texts.str.starts_with(" ").any():
        texts = texts.str.strip_chars()
    words = texts.str.splitn(" ", 2).struct.field("field_0")
    written = words.unique()
    as_written = words.cast(pl.Enum(written)).to_physical().to_numpy()
    action = written.str.to_lowercase()
    names = action.unique().sort()
    code = action.cast(pl.Enum(names)).to_physical().to_numpy()[as_written]
    seats = (decisions["game_id"].to_numpy().astype(np.int64) << 8) | decisions["seat"].to_numpy()
    key, counts = np.unique(seats * (len(names) + 1) + code, return_counts=True)
    seats, code = np.divmod(key, len(names) + 1)
    return pl.DataFrame(
        {
            "game_id": (seats >> 8).astype(np.int32),
            "seat": (seats & 255).astype(np.uint8),
            "action": names.gather(code),
            "moves": counts.astype(np.int32),
        }
    )


def _joined(parts: Sequence[Rows]) -> Rows:
    """Structured arrays end to end; as plain bytes, since NumPy would compare the fields of all."""
    plain = np.dtype((np.void, parts[0].dtype.itemsize))
    return np.concatenate([part.view(plain) for part in parts]).view(parts[0].dtype)


def _summed(place: Integers, amounts: npt.NDArray[Any], length: int) -> Integers:
    """Sums by place; exact, as no sum comes near 2**53."""
    return np.bincount(place, weights=amounts, minlength=length).astype(np.int64)


_NODES = pl.Enum(["decision", "chance", "over"])


def _text(codes: npt.NDArray[Any], words: pl.Enum) -> pl.Series:
    return pl.Series(codes.astype(np.uint16)).cat.to(words)


def _known(values: npt.NDArray[Any], known: npt.NDArray[np.bool_]) -> pl.Series:
    """The values where they are known, null elsewhere."""
    return pl.Series(values).scatter(np.flatnonzero(~known), None)


def _known_text(codes: npt.NDArray[Any], known: npt.NDArray[np.bool_], words: pl.Enum) -> pl.Series:
    return _known(codes.astype(np.uint16), known).cat.to(words)


def _cell(coordinate: npt.NDArray[Any]) -> pl.Series:
    return _known(coordinate, coordinate != NOWHERE)


def _scores(words: Words, first_id: int, scored: Columns) -> pl.DataFrame:
    """Points by game, seat, source and turn; within a turn the round does not change."""
    place, seat, what, turn = (scored[name] for name in ("place", "seat", "what", "turn"))
    key = (((place << 3 | seat) << 16 | what) << 28) | turn
    _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
    return pl.DataFrame(
        {
            "game_id": (place[first] + first_id).astype(np.int32),
            "seat": seat[first],
            "source": _text(what[first], words.vocabulary),
            "turn": turn[first],
            "round": scored["round"][first],
            "points": _summed(inverse, scored["amount"], first.shape[0]),
        }
    )


class _Events:
    """Effects of one kind, those of one objective together and in order of time.

    `key` holds all that tells apart what one hand may hold: game, seat, objective, cell.
    """

    def __init__(self, key: Integers, columns: Columns) -> None:
        order = np.argsort(key, kind="stable")
        self.key = key[order]
        self.columns = {name: column[order] for name, column in columns.items()}

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        return self.columns[name]

    def nth(self) -> Integers:
        """The place of each among its equals, from 0."""
        return np.arange(self.key.shape[0]) - np.searchsorted(self.key, self.key, "left")

    def nth_last(self) -> Integers:
        """The same counted from the last."""
        return np.searchsorted(self.key, self.key, "right") - 1 - np.arange(self.key.shape[0])

    def span(self, key: Integers) -> tuple[Integers, Integers]:
        """Where the equals of `key` begin here, and where they have ended."""
        return np.searchsorted(self.key, key, "left"), np.searchsorted(self.key, key, "right")


def _objectives(words: Words, first_id: int, effects: _Effects) -> pl.DataFrame:
    """Pair what was drawn with what became of it.

    Of equal objectives in one hand the one drawn first counts as completed first, and those missed
    are the last drawn. A completed one that nobody drew under its name was a hidden one.
    """

    def events(kind: str) -> _Events:
        columns = effects.rows_of(words.kind(kind))
        return _Events(_held_key(columns, columns["what"]), columns)

    drawn, completed, missed = (
        events(f"objective_{kind}") for kind in ("drawn", "completed", "missed")
    )
    begin, end = drawn.span(completed.key)
    was_hidden = completed.nth() >= end - begin
    drawn_as = np.where(was_hidden, words.hidden[completed["what"]], completed["what"])
    completed = _Events(_held_key(completed.columns, drawn_as), completed.columns)

    begin, end = drawn.span(completed.key)
    partner = begin + completed.nth()
    has_partner = partner < end
    unseen = np.flatnonzero(~has_partner)
    done = np.full(drawn.key.shape[0], -1, dtype=np.int64)
    done[partner[has_partner]] = np.flatnonzero(has_partner)
    begin, end = drawn.span(missed.key)
    partner = end - 1 - missed.nth_last()
    has_partner = partner >= begin
    left = np.full(drawn.key.shape[0] + unseen.shape[0], -1, dtype=np.int64)
    left[partner[has_partner]] = np.flatnonzero(has_partner)

    # First a row each drawn, then those completed that nobody was seen to draw.
    first = np.concatenate([np.arange(drawn.key.shape[0]), np.full(unseen.shape[0], -1)])
    done = np.concatenate([done, unseen])

    def either(name: str) -> npt.NDArray[Any]:
        return np.where(first < 0, _at(completed[name], done), _at(drawn[name], first))

    what = np.where(done < 0, _at(drawn["what"], first), _at(completed["what"], done))
    order = np.lexsort([either("seat"), either("place")])
    first, done, left, what = first[order], done[order], left[order], what[order]

    def when_drawn(name: str) -> pl.Series:
        return _known(_at(drawn[name], first), first >= 0)

    def when_done(name: str) -> pl.Series:
        return _known(_at(completed[name], done), done >= 0)

    in_hand = _at(completed["round"], done) - _at(drawn["round"], first)
    return pl.DataFrame(
        {
            "game_id": (either("place") + first_id).astype(np.int32),
            "seat": either("seat"),
            "objective": _text(what, words.vocabulary),
            "drawn_as": _known_text(_at(drawn["what"], first), first >= 0, words.vocabulary),
            "objective_group": words.group.gather(what),
            "colour": words.colour.gather(what),
            "q": _cell(either("q")),
            "r": _cell(either("r")),
            "drawn_ply": when_drawn("ply"),
            "drawn_turn": when_drawn("turn"),
            "drawn_cause": _known_text(_at(drawn["cause"], first), first >= 0, words.vocabulary),
            "completed_ply": when_done("ply"),
            "completed_turn": when_done("turn"),
            "points": when_done("amount"),
            "rounds_in_hand": _known(in_hand, (done >= 0) & (first >= 0)),
            "missed": _known_text(_at(missed["cause"], left), left >= 0, words.vocabulary),
        }
    )


def _held_key(columns: Columns, what: npt.NDArray[Any]) -> Integers:
    """Game, seat, objective and cell in 62 bits; games of a batch, words of a game and seats are
    far fewer than their 15, 12 and 3 bits can tell."""
    key = (columns["place"] << 3 | columns["seat"]) << 12 | what
    cell = (columns["q"].astype(np.int64) & 0xFFFF) << 16 | columns["r"].astype(np.int64) & 0xFFFF
    return key << 32 | cell


def _at(column: npt.NDArray[Any], index: Integers) -> npt.NDArray[Any]:
    """The values at these places; anything where the place is -1, also if there are no values."""
    return column[index] if column.shape[0] else np.zeros(index.shape[0], dtype=column.dtype)
