"""The questions that pages and commands ask the store; each is one file of `data/queries`.

Frames are Polars frames. Where a function takes `filters` and `by`, the seats are chosen and parted
first and the question is then asked of them alone; `grouping` names the part (see `Grouping`).
Statistics are sums over stored effects: no question knows a rule of any game.

Turns are numbered from 1 (0 is the opening), rounds are a seat's own turns: its n-th turn begun is
round n, which is what makes tables of two and of four comparable.
"""

from dataclasses import dataclass
from typing import Any

import msgspec
import polars as pl

from data.bands import bands
from data.filters import Filters, Grouping, Outcome
from data.store import Store
from engine.core.errors import HexcoachError
from engine.core.game import HeatmapLayer
from engine.core.gamelog import GameLog

GAME_ORDERS = ("stored", "date", "game", "status", "names", "players", "plies", "turns", "score")
OBJECTIVE_LEVELS = ("objective", "group", "colour", "all")


class NotStored(HexcoachError):
    """There is no such game in the store."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """One game: `log` as it was read, so that it can be replayed, and what replaying it gave.

    `facts`: one row's columns of the `games` table (game_id, game, status, grade, date, source,
    source_id, board, players, plies, turns, reason, remark, rules_version, importer,
    importer_version, file, line). `seats`: seat, name, score, place, won, turns.
    `moves`: ply, seat, turn, kind (`decision` or `chance`), text.
    """

    log: GameLog
    facts: dict[str, Any]
    seats: pl.DataFrame
    moves: pl.DataFrame


def totals(store: Store) -> pl.DataFrame:
    """What the library holds: game, status, games, moves, players (distinct names)."""
    return store.ask("library/totals")


def choices(store: Store, game: str | None = None) -> pl.DataFrame:
    """What can be filtered by: field, value (text), games; the most frequent first.

    Fields: `game`, `status`, `source`, `board`, `players`, `seat`, `date_from`, `date_to`
    (ISO dates, one row each). Player names are asked for with `names`.
    """
    return store.ask("library/choices", {"game": game})


def names(
    store: Store, game: str | None = None, search: str = "", limit: int = 200
) -> pl.DataFrame:
    """Player names that hold `search` in any case: name, games; the most frequent first."""
    return store.ask("library/names", {"game": game, "search": search, "limit": limit})


def games(
    store: Store,
    filters: Filters,
    *,
    search: str = "",
    order: str = "stored",
    descending: bool = True,
    limit: int = 50,
    offset: int = 0,
) -> pl.DataFrame:
    """One page of the games in which a seat passes the filters.

    `search` is looked for in names, ids, sources and file names, in any case; `order` is one of
    `GAME_ORDERS`. Columns: game_id, game, status, grade (how much its log gave: `replayable`,
    `partial`, `log only`), date, source, source_id, board, players, names, scores, places (lists
    by seat), plies, turns, reason, remark, file, line.
    """
    if order not in GAME_ORDERS:
        raise ValueError(f"order is one of {GAME_ORDERS}, not {order!r}")
    return store.ask(
        "library/games",
        {
            "search": search,
            "order": order,
            "descending": descending,
            "limit": limit,
            "offset": offset,
        },
        selection=select_seats(store, filters),
    )


def count_games(store: Store, filters: Filters, *, search: str = "") -> int:
    """How many games `games` has on all its pages."""
    selection = select_seats(store, filters)
    return int(store.ask("library/count_games", {"search": search}, selection=selection).item())


def game(store: Store, game_id: int) -> StoredGame:
    """One game in full. Raises `NotStored`."""
    which = {"game_id": game_id}
    facts = store.ask("game/facts", which)
    if facts.is_empty():
        raise NotStored(f"There is no game {game_id} in the store {store.path}.")
    moves = store.ask("game/moves", which)
    row = facts.row(0, named=True)
    log = msgspec.json.decode(row.pop("header"), type=GameLog)
    log.moves = moves["text"].to_list()
    return StoredGame(log, row, store.ask("game/seats", which), moves)


def score_curve(store: Store, game_id: int) -> pl.DataFrame:
    """Points of one game as they grew: seat, turn, source, points (all up to this turn's end).

    A row for every seat, source that scored in this game, and turn from 0 to the last.
    """
    return store.ask("scores/curve", {"game_id": game_id})


def score_bands(
    store: Store,
    filters: Filters,
    by: Grouping = Grouping.NOTHING,
    *,
    split_sources: bool = False,
) -> pl.DataFrame:
    """How points grow over many games: grouping, source, round, p10, q25, median, q75, p90, n,
    running.

    Each seat of each game counts once a round, with its points at the end of that round (its own
    n-th turn; round 0 is the opening). A seat that has had its last turn keeps its final points up
    to the longest game of its group, so `n` stays the same along a curve and the right end is the
    distribution of final points; `running` counts the seats that still had a turn in that round.
    `source` is empty for all points together, else (`split_sources`) the source's key; every group
    has the sources of all groups.
    """
    selection = select_seats(store, filters, by)
    steps = store.ask("scores/steps", {"split": split_sources}, selection=selection)
    lengths = store.ask("scores/lengths", selection=selection)
    sources = sorted(steps["source"].unique()) if split_sources else [""]
    return bands(steps, lengths, sources)


def objective_rates(
    store: Store,
    filters: Filters,
    by: Grouping = Grouping.NOTHING,
    *,
    level: str = "objective",
) -> pl.DataFrame:
    """How often what was drawn (or given at the start) was completed, per draw, not per game.

    Columns: grouping, objective, objective_group, colour (empty above that level), drawn,
    completed, missed, rate, low, high (Wilson's 95 % interval), median_rounds (in hand, of the
    completed), mean_points (of the completed), games.

    A card that the log showed only when it was completed (`?` till then) says nothing of how often
    that card is completed: it counts at the levels `group` and `all`, where what was drawn is
    known whatever became of it, and not at `objective` and `colour`.
    """
    if level not in OBJECTIVE_LEVELS:
        raise ValueError(f"level is one of {OBJECTIVE_LEVELS}, not {level!r}")
    return store.ask(
        "objectives/rates", {"level": level}, selection=select_seats(store, filters, by)
    )


def objectives_of_game(store: Store, game_id: int) -> pl.DataFrame:
    """Every objective of one game: seat, objective, objective_group, colour, q, r, drawn_ply,
    drawn_turn, completed_ply, completed_turn, points, rounds_in_hand, missed."""
    return store.ask("objectives/of_game", {"game_id": game_id})


def heatmap(
    store: Store,
    layer: HeatmapLayer,
    filters: Filters,
    by: Grouping = Grouping.NOTHING,
) -> pl.DataFrame:
    """Effects by cell: grouping, q, r, other_q, other_r (null unless the layer is of edges),
    value, rows, games, selected.

    `value` is what the layer weighs: number of effects, sum of amounts, or mean turn. `games` are
    those with such an effect here, `selected` all games of the group: value / selected is a game's
    average.
    """
    return store.ask(
        "effects/heatmap",
        {
            "kind": layer.kind,
            "what": list(layer.what),
            "cause": list(layer.cause),
            "weight": layer.weight,
            "edge": layer.edge,
            "origin": layer.origin,
        },
        selection=select_seats(store, filters, by),
    )


def effects_by_what(
    store: Store, kind: str, filters: Filters, by: Grouping = Grouping.NOTHING
) -> pl.DataFrame:
    """Effects of one kind counted: grouping, what, cause, rows, amount (sum), mean_turn, games,
    selected (all games of the group)."""
    return store.ask("effects/by_what", {"kind": kind}, selection=select_seats(store, filters, by))


def actions(store: Store, filters: Filters, by: Grouping = Grouping.NOTHING) -> pl.DataFrame:
    """Decisions by the first word of the move: grouping, action, moves, share (of the group's
    decisions), games, per_game (decisions of this kind a seat and game)."""
    return store.ask("moves/actions", selection=select_seats(store, filters, by))


def results(store: Store, filters: Filters, by: Grouping = Grouping.PLAYER) -> pl.DataFrame:
    """How it ended: grouping, games, won, rate, low, high (Wilson's 95 %), mean_score,
    mean_place, mean_rounds. A shared first place is won."""
    return store.ask("scores/results", selection=select_seats(store, filters, by))


def imports(store: Store, limit: int = 50) -> pl.DataFrame:
    """Runs of import, newest first: import_id, kind (`import`, `watch`, `reimport`), started,
    ended, state (`running`, `paused`, `done`, `cancelled`, `failed`, `broken off`), files, read
    (the sum of the four that follow), stored, replaced, duplicate, rejected, companion (files that
    tell more of a log), removed (games taken out with nothing in their place)."""
    return store.ask("library/imports", {"limit": limit})


def files(store: Store, import_id: int) -> pl.DataFrame:
    """Files of one run: file (its number), name, size, hash, importer, importer_version, read,
    stored, replaced, duplicate, rejected, companion, problem (null, or why it could not be
    opened)."""
    return store.ask("library/files", {"import_id": import_id})


def rejected(
    store: Store,
    import_id: int | None = None,
    *,
    search: str = "",
    limit: int = 1000,
    offset: int = 0,
) -> pl.DataFrame:
    """Games that were not stored: rejected_id, file, line, id, game, status (`illegal` or
    `unreadable`), ply, move, reason, legal (list), excerpt. Of one run, or of all, each once."""
    return store.ask(
        "library/rejected",
        {"import_id": import_id, "search": search, "limit": limit, "offset": offset},
    )


def rejected_log(store: Store, rejected_id: int) -> GameLog | None:
    """The log of an illegal game, to look at it up to where it stops; None if it was unreadable."""
    found = store.ask("library/rejected_log", {"rejected_id": rejected_id})
    if found.is_empty():
        raise NotStored(f"There is no rejected game {rejected_id} in the store {store.path}.")
    text = found.item()
    return None if text is None else msgspec.json.decode(text, type=GameLog)


def select_seats(store: Store, filters: Filters, by: Grouping = Grouping.NOTHING) -> pl.DataFrame:
    """The seats that pass: game_id, seat, grouping."""
    return store.ask(
        "selection/seats",
        {
            "game": filters.game,
            "names": list(filters.names),
            "opponents": list(filters.opponents),
            "seats": list(filters.seats),
            "players": list(filters.players),
            "won": None if filters.outcome is Outcome.ANY else filters.outcome is Outcome.WON,
            "statuses": list(filters.statuses),
            "sources": list(filters.sources),
            "boards": list(filters.boards),
            "date_from": filters.date_from,
            "date_to": filters.date_to,
            "game_ids": list(filters.game_ids),
            "by": str(by),
        },
    )
