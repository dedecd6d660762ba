"""Reviewing stored games: one after the other on all cores, many on workers, or in the background.

Every review that is finished is stored at once; a single one also keeps what it found of each
position, so that it goes on where it was stopped.
"""

import itertools
import logging
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import msgspec

from data.reading import NotStored, game
from data.reviews import StoreMemory, enqueue, leave_queue, queue, replay_stored, save
from data.scale.run import Workers, work
from data.store import Store
from engine.analysis.decisions import DEPTHS
from engine.analysis.findings import findings
from engine.analysis.review import Memory, Review, review
from engine.core.errors import HexcoachError
from engine.core.findings import Finding
from engine.core.gamelog import GameLog
from engine.replay import Replay, replay

GAMES_AT_A_TIME = 200
"""Whose logs are held in memory for workers."""


class Reviewed(msgspec.Struct, frozen=True):
    """What came of reviewing one log. `seconds` is wall time."""

    review: Review
    findings: list[Finding]
    seconds: float


@dataclass(frozen=True, slots=True)
class Stored:
    """A review that was stored."""

    game_id: int
    reviewed: Reviewed


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A game that cannot be reviewed, and why, as one sentence."""

    game_id: int
    reason: str


def review_replay(
    replayed: Replay,
    depth: str,
    seed: int = 1,
    *,
    threads: int = 1,
    memory: Memory | None = None,
    tell: Callable[[int, int], None] = lambda done, plies: None,
    cancel: Callable[[], bool] = lambda: False,
) -> Reviewed | None:
    """Review a replay, which must hold its effects, as far as it goes; None if `cancel` said so."""
    began = time.perf_counter()
    found = review(
        replayed,
        DEPTHS[depth],
        seed=seed,
        threads=threads,
        memory=memory,
        tell=tell,
        cancel=cancel,
    )
    if found is None:
        return None
    return Reviewed(found, findings(replayed), time.perf_counter() - began)


def review_on_worker(log: bytes, depth: str, seed: int) -> bytes:
    """Review a log given as JSON, for a worker elsewhere."""
    replayed = replay(msgspec.json.decode(log, type=GameLog))
    return msgspec.json.encode(review_replay(replayed, depth, seed))


def analyse(
    store: Store, game_ids: Sequence[int], depth: str, pool: Workers, seed: int = 1
) -> Iterator[Stored | GivenUp]:
    """Review stored games on workers, telling of each when it is stored or given up. The work is
    done while the caller takes the events; a caller who stops early keeps what was told."""
    waiting = iter(game_ids)
    while chosen := list(itertools.islice(waiting, GAMES_AT_A_TIME)):
        arguments: dict[str, tuple[object, ...]] = {}
        for game_id in chosen:
            try:
                log = game(store, game_id).log
            except NotStored as error:
                yield GivenUp(game_id, str(error))
            else:
                arguments[str(game_id)] = (msgspec.json.encode(log), depth, seed)
        for key, answer in work(pool, review_on_worker, arguments):
            game_id = int(key)
            if isinstance(answer, str):
                leave_queue(store, [game_id], depth, answer)
                yield GivenUp(game_id, answer)
            else:
                reviewed = msgspec.json.decode(answer, type=Reviewed)
                save(store, game_id, reviewed.review, reviewed.findings, reviewed.seconds)
                yield Stored(game_id, reviewed)


@dataclass(frozen=True, slots=True)
class Working:
    """The game at hand of the background reviewer."""

    game_id: int
    depth: str
    done: int
    plies: int


class Reviewer:
    """Reviews the games that wait in the store's queue, in a thread of its own.

    One a store and process. The queue is in the store, so that a restart goes on with it.
    """

    def __init__(self, store: Store, threads: int | None = None) -> None:
        self._store = store
        self._threads = threads or len(os.sched_getaffinity(0))
        self._changed = threading.Condition()
        self._working: Working | None = None
        self._paused = False
        self._skip: set[tuple[int, str]] = set()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="reviewer", daemon=True)
        self._thread.start()

    @property
    def working(self) -> Working | None:
        """The game at hand; None while nothing is done."""
        return self._working

    @property
    def paused(self) -> bool:
        return self._paused

    def add(self, game_ids: Sequence[int], depth: str) -> None:
        """Let games wait for a review."""
        enqueue(self._store, game_ids, depth)
        with self._changed:
            self._skip -= {(game_id, depth) for game_id in game_ids}
            self._changed.notify_all()

    def remove(self, game_ids: Sequence[int], depth: str) -> None:
        """Take games out of the queue; the one at hand is stopped."""
        leave_queue(self._store, game_ids, depth)
        with self._changed:
            self._skip |= {(game_id, depth) for game_id in game_ids}
            self._changed.notify_all()

    def pause(self) -> None:
        """Stop after the ply at hand; what was found of the game is kept."""
        with self._changed:
            self._paused = True

    def go_on(self) -> None:
        with self._changed:
            self._paused = False
            self._changed.notify_all()

    def close(self) -> None:
        """Stop after the ply at hand, and wait for that."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join()

    def wait_until_idle(self, timeout: float | None = None) -> bool:
        """Wait until nothing is left to do; whether that came in time (seconds)."""
        with self._changed:
            return self._changed.wait_for(
                lambda: self._working is None and self._next() is None, timeout
            )

    def _run(self) -> None:
        while True:
            with self._changed:
                self._working = None
                self._changed.notify_all()
                self._changed.wait_for(
                    lambda: self._closed or (not self._paused and self._next() is not None)
                )
                if self._closed:
                    return
                chosen = self._next()
                if chosen is None:
                    continue
                self._working = Working(*chosen, 0, 0)
            self._review(*chosen)

    def _next(self) -> tuple[int, str] | None:
        waiting = queue(self._store)
        for row in waiting.iter_rows(named=True):
            if row["failed"] is None:
                return row["game_id"], row["depth"]
        return None

    def _review(self, game_id: int, depth: str) -> None:
        def tell(done: int, plies: int) -> None:
            self._working = Working(game_id, depth, done, plies)

        def cancel() -> bool:
            return self._closed or self._paused or (game_id, depth) in self._skip

        memory = StoreMemory(self._store)
        try:
            reviewed = review_replay(
                replay_stored(self._store, game_id),
                depth,
                threads=self._threads,
                memory=memory,
                tell=tell,
                cancel=cancel,
            )
            if reviewed is not None:
                save(self._store, game_id, reviewed.review, reviewed.findings, reviewed.seconds)
        except HexcoachError as error:
            leave_queue(self._store, [game_id], depth, str(error))
        except Exception as error:
            # A fault of ours in one game must not end the queue; the log file has the traceback.
            logging.getLogger(__name__).exception("Reviewing game %d failed", game_id)
            reason = f"Reviewing it failed inside the program ({error!r})."
            leave_queue(self._store, [game_id], depth, reason)
        finally:
            memory.write()
