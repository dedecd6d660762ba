"""An import as jobs on an executor: local processes, or a Dask cluster.

Workers may die and come back: a job counts as done when its manifest is there, and as failed only
when it alone was running each time that a worker died, or went wrong by itself, several times.
"""

import importlib
import multiprocessing
import os
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, Protocol, TypeVar

import msgspec

from data.privacy import Pseudonyms
from data.scale.jobs import Job, Plan, Source, Surveyed, plan_of, survey
from data.scale.places import Place, PlaceUnusable, inputs_of, place_of
from data.scale.shards import JobRefused, Manifest, do_job, manifest_of
from engine.core.errors import HexcoachError
from engine.importers.shelf import Told
from engine.replay import Status

MOST_TRIES = 3
FILES_A_SURVEY = 64
WAITING_A_WORKER = 2
"""Jobs at hand for each worker: enough that none is idle, few enough for a list of millions."""

Answer = TypeVar("Answer")


class ClusterUnusable(HexcoachError):
    """The Dask cluster cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Planned:
    """What there is to do. `done` jobs were done before."""

    plan: Plan
    done: int


@dataclass(frozen=True, slots=True)
class Failed:
    """A job that cannot be done, and why, as one sentence."""

    job: Job
    files: list[str]
    reason: str


@dataclass(slots=True)
class Sharded:
    """How far it is: one after each job; the last one tells all."""

    jobs: int
    done: int = 0
    failed: int = 0
    moves: int = 0
    bytes: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    """Of what was read; of companions that came without their logs only when all is done."""
    companions: int = 0
    """That came with their logs."""

    def add(self, manifest: Manifest) -> None:
        self.done += 1
        self.moves += manifest.moves
        self.bytes += manifest.bytes
        self.statuses.update(manifest.statuses)


Event = Planned | Failed | Sharded


class Workers(Protocol):
    """Something that has an executor, and another one when that broke."""

    count: int

    @property
    def executor(self) -> Executor: ...

    def renew(self) -> None: ...


class LocalWorkers:
    """Processes of this machine, by default one a core."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count or len(os.sched_getaffinity(0))
        self._executor: ProcessPoolExecutor | None = None

    @property
    def executor(self) -> Executor:
        if self._executor is None:
            # A fork would take over locks of threads that it does not have.
            context = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(
                self.count, mp_context=context, initializer=_end_with_parent
            )
        return self._executor

    def renew(self) -> None:
        self.close()
        self._executor = None

    def close(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)


def _end_with_parent() -> None:
    """A worker whose parent was killed would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


class _DaskWorkers:
    def __init__(self, executor: Executor, count: int) -> None:
        self.count = count
        self.executor = executor

    def renew(self) -> None:
        """Dask brings up workers by itself."""


@contextmanager
def workers(count: int | None, dask: str | None) -> Iterator[Workers]:
    """Local processes, or the workers of the scheduler at the address. Raises `ClusterUnusable`."""
    if dask is None:
        local = LocalWorkers(count)
        try:
            yield local
        finally:
            local.close()
        return
    try:
        # Optional, slow to import, and with types for half of it.
        distributed: Any = importlib.import_module("distributed")
    except ImportError as error:
        raise ClusterUnusable("Dask is not installed: install hexcoach[scale].") from error
    try:
        client = distributed.Client(dask, timeout="10s", set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise ClusterUnusable(
            f"No Dask scheduler answers at {dask} ({error}): start one with `dask scheduler`."
        ) from error
    with client:
        found = sum(client.nthreads().values())
        yield _DaskWorkers(client.get_executor(pure=False), max(count or 0, found, 1))


def shard(
    names: Sequence[str], out_url: str, pool: Workers, job_bytes: int, salt: str = ""
) -> Iterator[Event]:
    """Import files into shards, telling what happens while it happens; the work is done while the
    caller takes the events. What was done before is not done again.

    With the salt of a store no name gets into the shards, but that store's pseudonyms. The salt
    goes to the workers and is written nowhere. Raises `PlaceUnusable`.
    """
    out = place_of(out_url)
    if pool.count < 1:
        raise PlaceUnusable("There must be a worker at least.")
    plan = _plan(names, pool, job_bytes, Pseudonyms(salt).fingerprint if salt else "")
    plan = _noted(out, plan)
    present = (out / "manifests").names()
    missing = [job for job in plan.jobs if f"{job.id}.json" not in present]
    missing = list({job.id: job for job in missing}.values())
    known = {job.id for job in missing}
    before = [job for job in {one.id: one for one in plan.jobs}.values() if job.id not in known]
    told = plan.without_names if salt else plan
    yield Planned(told, len(before))
    state = Sharded(len(before) + len(missing))
    for job in before:
        state.add(msgspec.json.decode(manifest_of(out, job.id).read(), type=Manifest))
    arguments: dict[str, tuple[Job, list[Source], str, str, str, list[Told]]] = {
        job.id: (job, _sources(plan, job), out.url, plan.versions, salt, plan.told_to(job))
        for job in missing
    }
    for key, answer in work(pool, do_job, arguments):
        if isinstance(answer, Manifest):
            state.add(answer)
        else:
            state.failed += 1
            job = arguments[key][0]
            reason = Pseudonyms(salt).told(answer) if salt else answer
            yield Failed(job, _names(_sources(told, job)), reason)
        yield state
    _count_companions(out, [*(job.id for job in before), *arguments], state)
    if not state.failed:
        (out / "plans" / f"{plan.id}.done").write(msgspec.json.encode(datetime.now(UTC)))
    yield state


def _count_companions(out: Place, job_ids: Sequence[str], state: Sharded) -> None:
    """Tell those whose logs are here from those that are left alone, which count as read."""

    def manifests() -> Iterator[Manifest]:
        for job_id in job_ids:
            place = manifest_of(out, job_id)
            if place.exists():
                yield msgspec.json.decode(place.read(), type=Manifest)

    companions = [tables for one in manifests() for tables in one.companions]
    if not companions:
        return
    wanted = {table for tables in companions for table in tables}
    here = {table for one in manifests() for table in one.tables if table in wanted}
    state.companions = sum(not here.isdisjoint(tables) for tables in companions)
    if alone := len(companions) - state.companions:
        state.statuses[str(Status.UNREADABLE)] += alone


def work(
    pool: Workers,
    function: Callable[..., Answer],
    arguments: Mapping[str, tuple[object, ...]],
) -> Iterator[tuple[str, Answer | str]]:
    """Call the function once for each key, on the workers; answers as they come, or a sentence on
    why there is none.

    Whoever runs when a worker of a local pool dies loses its work, as the pool breaks as a whole;
    these are tried again one at a time, so that only who ran alone is held to account.
    """
    fresh = deque(arguments)
    suspects: deque[str] = deque()
    tries: Counter[str] = Counter()
    running: dict[Future[Answer], str] = {}
    while fresh or suspects or running:
        room = 1 if suspects else WAITING_A_WORKER * pool.count
        queue = suspects or fresh
        while queue and len(running) < room:
            key = queue.popleft()
            try:
                running[pool.executor.submit(function, *arguments[key])] = key
            except BrokenProcessPool:
                queue.appendleft(key)
                if not running:
                    pool.renew()
                break
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        alone = len(running) == 1
        broken = False
        for future in done:
            key = running.pop(future)
            if future.cancelled():
                raise ClusterUnusable(
                    "The scheduler is gone; what was done is kept: start the same import again."
                )
            error = future.exception()
            if error is None:
                yield key, future.result()
            elif isinstance(error, BrokenProcessPool):
                broken = True
                tries[key] += alone
                suspects.append(key)
            elif isinstance(error, JobRefused):
                yield key, str(error)
                continue
            else:
                # Dask has tried several times already before it says that a job kills its workers.
                tries[key] += MOST_TRIES if type(error).__name__ == "KilledWorker" else 1
                suspects.append(key)
            if error is not None and tries[key] >= MOST_TRIES:
                suspects.remove(key)
                yield key, _why(error)
        if broken:
            suspects.extend(running.values())
            running.clear()
            pool.renew()


def _why(error: BaseException) -> str:
    if isinstance(error, BrokenProcessPool):
        return f"The worker died each of {MOST_TRIES} times, perhaps for want of memory."
    text = " ".join(str(error).split())
    return f"It went wrong {MOST_TRIES} times, the last time with {type(error).__name__}: {text}"


def _sources(plan: Plan, job: Job) -> list[Source]:
    return [plan.sources[piece.source] for piece in job.pieces]


def _plan(names: Sequence[str], pool: Workers, job_bytes: int, pseudonyms: str) -> Plan:
    begun = datetime.now(UTC)
    files = [(name, place.url) for name, place in inputs_of(names)]
    arguments: dict[str, tuple[object, ...]] = {
        str(start): (files[start : start + FILES_A_SURVEY], job_bytes)
        for start in range(0, len(files), FILES_A_SURVEY)
    }
    surveyed: dict[str, list[Surveyed]] = {}
    for key, answer in work(pool, survey, arguments):
        if isinstance(answer, str):
            raise PlaceUnusable(f"The files could not be looked at. {answer}")
        surveyed[key] = answer
    in_order = (one for key in arguments for one in surveyed[key])
    return plan_of(in_order, begun, job_bytes, pseudonyms)


def _noted(out: Place, plan: Plan) -> Plan:
    """The plan as it was when this import began, maybe in an earlier run."""
    place = out / "plans" / f"{plan.id}.json"
    if place.exists():
        begun = msgspec.json.decode(place.read(), type=Plan).begun
        return msgspec.structs.replace(plan, begun=begun)
    place.write(msgspec.json.encode(plan.without_names if plan.pseudonyms else plan))
    return plan


def _names(sources: Sequence[Source]) -> list[str]:
    return list(dict.fromkeys(source.name for source in sources))
