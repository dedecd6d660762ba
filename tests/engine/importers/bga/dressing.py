"""Dresses a game of ours up as a log of Board Game Arena, with the habits that such logs have.

Everything is invented but the framework's own packets; see `costumes`.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.core.game import Game
from engine.core.gamelog import GameLog
from engine.core.registry import find_game
from engine.simulate.playing import simulate
from tests.engine.importers.bga.costumes import Costume, Told

FIRST_SECOND = 1_700_000_000
PLAYER_KEYS = ("player_id", "playerId", "pId", "player")
TABLE = 400_000_001


@dataclass(slots=True)
class Habits:
    """Which of the spec's quirks a log has."""

    seed: int = 0
    undo: tuple[str, ...] = ()
    """Of `gap` (rows removed), `cancel` (the game's own word), `framework`."""
    times: bool = True
    """Whether packets have a time, besides that in the `uid`."""
    viewers: tuple[int, ...] | None = None
    """Seats whose private channel is in the log; None for all."""
    end: str = "normal"
    """`normal`, `concede`, `concede flag`, `timeout`, `quit`, `abandon`, `zombie`, `none`."""
    packet_type: str = "resend"


@dataclass(slots=True)
class Dressed:
    """A dressed game; `document` makes it the envelope that most people save."""

    log: GameLog
    packets: list[dict[str, Any]]
    players: list[dict[str, Any]]
    table: int = TABLE
    undone: int = field(default=0)

    def document(self) -> dict[str, Any]:
        return {"status": 1, "data": {"logs": self.packets, "players": self.players}}

    def players_by_seat(self) -> list[dict[str, Any]]:
        return sorted(self.players, key=lambda player: int(player["id"]))

    def content(self) -> bytes:
        return json.dumps(self.document()).encode()


def games_of(
    key: str, count: int, players: int, seed: int = 1, policy: str = "random"
) -> Iterator[GameLog]:
    """Simulated games that came to an end."""
    game: Game = find_game(key)
    setup = {"board": "synthetic-61"} if key == "china_gold" else None
    made = 0
    for log in simulate(game, 20 * count, players, seed, [policy], setup=setup):
        if log.result is not None and log.result.reason == "normal":
            made += 1
            yield log
        if made == count:
            return


def dress(
    log: GameLog, costume: Costume, habits: Habits | None = None, table: int = TABLE
) -> Dressed:
    """The game as the packets of an archive."""
    return _Dresser(log, costume, habits or Habits(), table).dressed()


class _Dresser:
    def __init__(self, log: GameLog, costume: Costume, habits: Habits, table: int) -> None:
        self._log = log
        self._costume = costume
        self._habits = habits
        self._table = table
        self._random = random.Random(habits.seed)
        self._ids = [90_000_001 + 7 * seat for seat in range(len(log.players))]
        self._packets: list[dict[str, Any]] = []
        self._packet = 0
        self._move = 1
        self._second = FIRST_SECOND
        self._event = 0
        self._undone = 0
        self._open: list[list[Told]] = []
        """The moves of this turn that may still be taken back."""

    def dressed(self) -> Dressed:
        self._send([self._state({"name": "gameSetup", "args": []})], None)
        for told in self._costume.tell(self._log):
            self._next_move()
            self._keep_open(told)
            self._undo_something(told)
            self._tell(told)
        self._end()
        listed = list(range(len(self._ids)))
        start = self._random.randrange(len(listed))
        players = [
            {
                "id": self._ids[seat] if seat % 2 else str(self._ids[seat]),
                "color": "ff0000",
                "name": self._log.players[seat].name,
                "avatar": "0",
            }
            for seat in listed[start:] + listed[:start]
        ]
        return Dressed(self._log, self._packets, players, self._table, self._undone)

    def _next_move(self) -> None:
        self._move += 1
        self._second += self._random.randrange(5, 60)

    # Undo

    def _keep_open(self, told: list[Told]) -> None:
        if any(one.kind not in self._costume.cancels for one in told if one.seat is not None):
            self._open = []
        elif self._open and self._open[-1][0].seat != told[0].seat:
            self._open = [told]
        else:
            self._open.append(told)

    def _undo_something(self, told: list[Told]) -> None:
        """Now and then the player first does it, takes it back, and does it again."""
        habits = self._habits
        if not habits.undo or self._move % 5:
            return
        how = habits.undo[(self._move // 5) % len(habits.undo)]
        self._undone += 1
        if how == "gap":
            self._move += 1
            return
        if not self._open or self._open[-1] is not told:
            # A draw or a reveal is in it, which is never taken back.
            self._undone -= 1
            return
        self._tell(told)
        self._next_move()
        if how == "framework":
            self._send([self._event_of("undoRestorePoint", {})], None)
            again = self._open[:-1]
        else:
            kind = self._costume.cancels[told[0].kind]
            self._send([self._event_of(kind, self._named(told[0].seat))], None)
            again = []
        for earlier in again:
            self._next_move()
            self._tell(earlier)
        self._next_move()

    # Packets

    def _tell(self, told: list[Told]) -> None:
        public = [self._noise()] if self._random.random() < 0.5 else []
        private: dict[int, list[dict[str, Any]]] = {}
        for one in told:
            args = {**self._named(one.seat), **one.args}
            if one.hidden is not None and one.seat is not None and self._seen(one.seat):
                event = self._event_of(one.kind, {**args, **one.hidden})
                event["synchro"] = len(public)
                private.setdefault(one.seat, []).append(event)
            public.append(self._event_of(one.kind, args))
        public.append(self._state({"id": 4, "active_player": self._ids[0], "args": []}))
        for seat, events in private.items():
            self._send(events, seat)
        self._send(public, None)

    def _seen(self, seat: int) -> bool:
        return self._habits.viewers is None or seat in self._habits.viewers

    def _named(self, seat: int | None) -> dict[str, Any]:
        if seat is None:
            return {}
        player = self._ids[seat]
        key = PLAYER_KEYS[self._event % len(PLAYER_KEYS)]
        if "areaEmptied" in self._costume.toml:
            key = "player_id"
        shown = {"player_name": f"<b>{self._log.players[seat].name}</b>"}
        return {key: player if self._event % 2 else str(player), **shown}

    def _event_of(self, kind: str, args: dict[str, Any]) -> dict[str, Any]:
        self._event += 1
        return {
            "uid": f"{self._second:08x}{self._event % 0xFFFFF:05x}",
            "type": kind,
            "log": "${player_name} agit" if args else "",
            "args": args or [],
        }

    def _state(self, args: dict[str, Any]) -> dict[str, Any]:
        return self._event_of("gameStateChange", {**args, "reflexion": {"total": []}})

    def _noise(self) -> dict[str, Any]:
        kind = self._random.choice(
            ["updateReflexionTime", "", "simpleNode", "chatmessage", "wakeupPlayers"]
        )
        return self._event_of(kind, {} if kind else {"x": []})

    def _send(self, events: list[dict[str, Any]], seat: int | None) -> None:
        self._packet += 1 + (self._random.random() < 0.1)
        move: str | int | None = self._move if self._packet % 2 else str(self._move)
        sent_already = bool(self._packets) and _move_of(self._packets) == self._move
        if sent_already and self._random.random() < 0.5:
            move = None
        packet: dict[str, Any] = {
            "channel": f"/table/t{self._table}" if seat is None else f"/player/p{self._ids[seat]}",
            "table_id": self._table if self._packet % 3 else str(self._table),
            "packet_id": str(self._packet),
            "packet_type": self._habits.packet_type,
            "move_id": move,
        }
        if self._habits.times:
            packet["time"] = str(self._second)
        self._packets.append({**packet, "data": events})

    # The end

    def _end(self) -> None:
        self._next_move()
        end = self._habits.end
        if end == "none":
            return
        result = self._log.result
        assert result is not None
        assert result.scores is not None
        assert result.winners is not None
        if end == "concede":
            self._send([self._event_of("playerConcedeGame", self._named(0))], None)
        if end == "timeout":
            self._send([self._event_of("skipTurnOfPlayer", self._named(0))], None)
        if end == "quit":
            self._send([self._event_of("gameResultNeutralized", self._named(0))], None)
        if end == "abandon":
            self._send([self._event_of("tableDecision", {"decision_type": "abandon"})], None)
            return
        rows = []
        for seat, player in enumerate(self._ids):
            won = seat in result.winners
            first: dict[str, Any] = {}
            if seat == 0 and end == "concede flag":
                first = {"concede": 1}
            if seat == 0 and end == "zombie":
                first = {"zombie": 1}
            rows.append(
                {
                    "id": str(player),
                    "player": str(player),
                    "name": self._log.players[seat].name,
                    "score": str(int(result.scores[seat])),
                    "score_aux": "1" if won else "0",
                    "rank": 1 if won else 2,
                    "zombie": "0",
                    "concede": "0",
                    "tie": False,
                }
                | first
            )
        rows.sort(key=lambda row: int(str(row["rank"])))
        self._send([self._state({"id": 99, "args": {"result": rows, "table": []}})], None)


def _move_of(packets: list[dict[str, Any]]) -> int | None:
    numbers = [int(one["move_id"]) for one in packets if one["move_id"] is not None]
    return numbers[-1] if numbers else None
