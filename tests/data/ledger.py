"""Games to fill a store with, and an account of them kept in plain Python.

The account is made from the logs by replaying them and reading effects one by one; it shares no
code with `data`, so that every question of the store can be answered twice.
"""

import datetime
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from data.accounts import Verdict
from data.filters import Filters, Grouping, Outcome
from data.ingest import Finished, Input, run_import
from data.store import Store
from engine.core.effects import NOWHERE
from engine.core.game import Game, Kind
from engine.core.gamelog import GameLog, Player
from engine.core.registry import find_game
from engine.importers.hexlog import format_log
from engine.replay import replay
from engine.simulate.playing import simulate

PEOPLE = ("Ana", "Bao", "Chloé", "Dario", "Εύα", "O'Neil; DROP TABLE games", "=1+1", "Ana Lima")


def logs_of(game: str, games: int, players: int, seed: int) -> list[GameLog]:
    """Simulated games with people, days and sources, the last of them broken off half-way."""
    rules = find_game(game)
    table = players if players in rules.players else rules.players[0]
    policies = [rules.policies[-1], rules.policies[0]]
    logs = []
    for number, log in enumerate(simulate(rules, games, table, seed, policies)):
        shift = seed + number
        log.players = [
            Player(PEOPLE[(shift + 3 * seat) % len(PEOPLE)]) for seat in range(len(log.players))
        ]
        log.meta = {"source": f"club {number % 2}"}
        if number % 3:
            log.meta["date"] = f"2026-0{1 + number % 5}-1{number % 10}"
        if number % 7 == 3:
            log.result = None
        if number == games - 1:
            log.moves = log.moves[: len(log.moves) // 2]
            log.result = None
        logs.append(log)
    return logs


def write_logs(path: Path, logs: Iterable[GameLog]) -> Path:
    path.write_text("".join(f"{format_log(log)}\n" for log in logs), encoding="utf-8")
    return path


def import_all(store: Store, *paths: Path) -> tuple[Finished, list[Verdict]]:
    """Import to the end; every event in order."""
    events = list(run_import(store, [Input(path, path.name) for path in paths]))
    finished = events[-1]
    assert isinstance(finished, Finished)
    return finished, [event for event in events if isinstance(event, Verdict)]


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect in words; `turn` from 1, 0 for the opening."""

    ply: int
    turn: int
    seat: int
    kind: str
    what: str
    cause: str
    amount: int
    cell: tuple[int, int] | None
    other: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Account:
    """One game as the ledger has it."""

    game_id: int
    log: GameLog
    game: Game
    status: str
    date: datetime.date | None
    source: str
    board: str | None
    scores: list[int]
    places: list[int] | None
    plies: list[tuple[int, int, str, str]]
    """Seat, turn from 1, kind and text of every move played."""
    effects: list[Effect]

    def rounds(self, seat: int, up_to_ply: int) -> int:
        """Turns of `seat` begun by this ply: turns are counted when a ply of a new one is met."""
        begun = 0
        last = None
        for who, turn, _, _ in self.plies[: up_to_ply + 1]:
            if turn != last and who == seat:
                begun += 1
            last = turn
        return begun

    def turns(self) -> int:
        return len({turn for who, turn, _, _ in self.plies if who >= 0})


def account_of(game_id: int, log: GameLog) -> Account:
    played = replay(log)
    game = played.game
    effects = [
        Effect(
            ply=int(row["ply"]),
            turn=0 if row["ply"] < 0 else int(row["turn"]) + 1,
            seat=int(row["seat"]),
            kind=game.effect_kinds[row["kind"]],
            what=game.vocabulary[row["what"]],
            cause=game.vocabulary[row["cause"]],
            amount=int(row["amount"]),
            cell=_cell(row["q"], row["r"]),
            other=_cell(row["other_q"], row["other_r"]),
        )
        for row in played.effects
    ]
    meta = log.meta or {}
    return Account(
        game_id=game_id,
        log=log,
        game=game,
        status=str(played.status),
        date=datetime.date.fromisoformat(meta["date"]) if "date" in meta else None,
        source=meta.get("source", "hexlog"),
        board=board if isinstance(board := log.setup.get("board"), str) else None,
        scores=game.scores(played.state, len(log.players)),
        places=played.places,
        plies=[
            (int(row["seat"]), int(row["turn"]) + 1, Kind(row["kind"]).name.lower(), text)
            for row, text in zip(played.ply_rows, log.moves, strict=False)
        ],
        effects=effects,
    )


def _cell(q: int, r: int) -> tuple[int, int] | None:
    return None if q == NOWHERE else (int(q), int(r))


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat that passes some filters, and its part."""

    account: Account
    seat: int
    grouping: str


def seats_of(
    accounts: Sequence[Account], filters: Filters, by: Grouping = Grouping.NOTHING
) -> Iterator[Seated]:
    for one in accounts:
        if not _game_passes(one, filters):
            continue
        for seat, player in enumerate(one.log.players):
            won = None if one.places is None else one.places[seat] == 1
            rivals = {each.name for other, each in enumerate(one.log.players) if other != seat}
            passes = (
                (not filters.names or player.name in filters.names)
                and (not filters.seats or seat in filters.seats)
                and (not filters.opponents or bool(rivals & set(filters.opponents)))
                and (filters.outcome is not Outcome.WON or won is True)
                and (filters.outcome is not Outcome.LOST or won is False)
            )
            if passes:
                yield Seated(one, seat, _part(one, seat, won, by))


def _game_passes(one: Account, filters: Filters) -> bool:
    day = one.date
    return (
        (filters.game is None or one.game.key == filters.game)
        and (not filters.statuses or one.status in filters.statuses)
        and (not filters.players or len(one.log.players) in filters.players)
        and (not filters.sources or one.source in filters.sources)
        and (not filters.boards or one.board in filters.boards)
        and (not filters.game_ids or one.game_id in filters.game_ids)
        and (filters.date_from is None or (day is not None and day >= filters.date_from))
        and (filters.date_to is None or (day is not None and day <= filters.date_to))
    )


def _part(one: Account, seat: int, won: bool | None, by: Grouping) -> str:
    parts: dict[Grouping, Any] = {
        Grouping.NOTHING: "",
        Grouping.SEAT: seat,
        Grouping.PLAYER: one.log.players[seat].name,
        Grouping.PLACE: "" if one.places is None else one.places[seat],
        Grouping.OUTCOME: "" if won is None else ("won" if won else "lost"),
        Grouping.PLAYERS: len(one.log.players),
        Grouping.SOURCE: one.source,
        Grouping.BOARD: one.board or "",
    }
    return str(parts[by])
