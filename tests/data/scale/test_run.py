"""Workers that die or fail, and what becomes of their jobs and of those beside them."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from data.scale.run import ClusterUnusable, Failed, LocalWorkers, work, workers
from data.scale.shards import JobRefused
from tests.data.ledger import logs_of, write_logs
from tests.data.scale.both_ways import shard_here


@pytest.fixture(scope="module")
def pool() -> Iterator[LocalWorkers]:
    found = LocalWorkers(2)
    yield found
    found.close()


def job(name: str, folder: str) -> str:
    """Done in another process: what its name says."""
    mark = Path(folder) / name
    if name == "dies always" or (name == "dies once" and not mark.exists()):
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if name == "fails":
        raise OSError("the cable is out")
    if name == "fails once" and not mark.exists():
        mark.touch()
        raise OSError("the cable is out")
    if name == "refused":
        raise JobRefused("The file has changed.")
    return name.upper()


GOOD = [f"job {number}" for number in range(5)]


def done(pool: LocalWorkers, names: list[str], folder: Path) -> dict[str, str]:
    return dict(work(pool, job, {name: (name, str(folder)) for name in names}))


def test_a_worker_that_was_killed_costs_nothing(pool: LocalWorkers, tmp_path: Path) -> None:
    names = [*GOOD[:2], "dies once", "fails once", *GOOD[2:]]
    assert done(pool, names, tmp_path) == {name: name.upper() for name in names}


def test_a_job_that_kills_its_workers_costs_no_other(pool: LocalWorkers, tmp_path: Path) -> None:
    answers = done(pool, ["dies always", *GOOD], tmp_path)
    assert "died each of 3 times" in answers.pop("dies always")
    assert answers == {name: name.upper() for name in GOOD}


def test_a_job_that_fails_says_why(pool: LocalWorkers, tmp_path: Path) -> None:
    answers = done(pool, ["fails", "refused", *GOOD], tmp_path)
    assert answers.pop("fails").endswith("with OSError: the cable is out")
    assert answers.pop("refused") == "The file has changed."
    assert answers == {name: name.upper() for name in GOOD}


def test_a_scheduler_that_is_not_there() -> None:
    with pytest.raises(ClusterUnusable, match="No Dask scheduler"), workers(None, "nonsense://x"):
        pass


def test_a_file_that_changes_on_the_way_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_logs(tmp_path / "games.hexlog", logs_of("china_gold", 2, 2, seed=5))
    monkeypatch.setattr("data.scale.shards.new_digest", _Other)
    (failed,) = (one for one in shard_here([path], tmp_path / "out", 1_000_000) if _failed(one))
    assert isinstance(failed, Failed)
    assert failed.files == [str(path)]
    assert "has changed since the import was planned" in failed.reason
    assert not list((tmp_path / "out" / "plans").glob("*.done"))


class _Other:
    """A digest that agrees with none."""

    def update(self, content: bytes) -> None: ...

    def hexdigest(self) -> str:
        return "0" * 32


def _failed(event: object) -> bool:
    return isinstance(event, Failed)
