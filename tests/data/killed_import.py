"""Run as a child that does not end by itself: imports that are killed, one after the other.

Everything is loaded once; each import runs in a process of its own, forked from this one, and is
killed with signal 9: by itself at a place and after as many calls of it as told, or, where the
place is `clock`, by this process after as many thousandths of a second. What the forked process
wrote till then is all that is left of it.

Arguments: store, folder of logs, and then for each import `place:number`. Prints a line for each:
`place:number killed` or, where the import was over before, `place:number over`.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import data.books
import data.ingest
import data.judging
import data.keeping
import data.store
from data.ingest import find_inputs, run_import
from data.keeping import Keeper
from data.store import open_store
from engine.importers.reading import read_file
from engine.replay import replay

CLOCK = "clock"
PLACES: dict[str, tuple[Any, str]] = {
    "opening": (data.store, "_bring_up_to_date"),
    "compressing": (Keeper, "keep"),
    "keeping": (Keeper, "write"),
    "reading": (data.ingest, "content_of"),
    "replaying": (data.judging, "replay_many"),
    "writing": (data.judging, "add_games"),
    "rejecting": (data.judging, "add_rejected"),
    "noting": (data.books, "with_tables"),
    "ending": (data.ingest, "_few_collections"),
}


def dies(real: Callable[..., Any], after: int) -> Callable[..., Any]:
    """The function, until it has been called `after` times: then it does its work, and that is the
    last that is done."""
    calls = iter(range(1_000_000))

    def function(*args: Any, **kwargs: Any) -> Any:
        answer = real(*args, **kwargs)
        if next(calls) == after:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer

    return function


def small_pieces() -> None:
    """Batches of a game, and files kept in many pieces, so that there is much to break off."""
    data.ingest.BATCH_MOVES = 1
    data.keeping.PIECE = 2_000
    data.keeping.MOST_WAITING = 1_000


def one_import(store_path: Path, folder: Path) -> None:
    with open_store(store_path) as store:
        for _ in run_import(store, find_inputs([folder])):
            pass


def in_a_process_of_its_own(store_path: Path, folder: Path, place: str, number: int) -> bool:
    """Whether the import was killed."""
    child = os.fork()
    if child == 0:
        if place != CLOCK:
            module, name = PLACES[place]
            setattr(module, name, dies(getattr(module, name), number))
        one_import(store_path, folder)
        os._exit(0)
    if place == CLOCK:
        threading.Timer(number / 1000, os.kill, (child, signal.SIGKILL)).start()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return True
    assert os.waitstatus_to_exitcode(status) == 0
    return False


def main() -> None:
    store_path, folder = map(Path, sys.argv[1:3])
    small_pieces()
    # What is compiled is loaded before the first fork; no thread is started by it.
    for path in sorted(folder.iterdir()):
        for entry in read_file(path):
            if hasattr(entry.item, "log"):
                replay(entry.item.log)
    for told in sys.argv[3:]:
        place, number = told.split(":")
        killed = in_a_process_of_its_own(store_path, folder, place, int(number))
        sys.stdout.write(f"{told} {'killed' if killed else 'over'}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
