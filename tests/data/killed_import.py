"""Run as a child: an import that ends with `os._exit` while a batch is being written.

Arguments: store, log file, number of whole batches, and where in the next one it stops.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import data.ingest
import data.judging
from data.ingest import Input, run_import
from data.store import open_store

KILLED = 9
MOMENTS = ("reading", "replaying", "writing", "noting")


def dies(real: Callable[..., Any], after: int, *, first: bool) -> Callable[..., Any]:
    """The function, until it has been called `after` times; then the end, with its work done
    unless it is to come `first`."""
    calls = iter(range(1_000_000))

    def function(*args: Any, **kwargs: Any) -> Any:
        last = next(calls) == after
        if last and first:
            os._exit(KILLED)
        answer = real(*args, **kwargs)
        if last:
            os._exit(KILLED)
        return answer

    return function


def main() -> None:
    store_path, log_path, batches, moment = sys.argv[1:]
    after = int(batches)
    data.ingest.BATCH_MOVES = 1
    module, name = {
        "reading": (data.ingest, "content_of"),
        "replaying": (data.judging, "replay_many"),
        "writing": (data.judging, "add_games"),
        # The first note is that the run begins, before any batch.
        "noting": (data.ingest, "with_tables"),
    }[moment]
    real = getattr(module, name)
    after += moment == "noting"
    setattr(module, name, dies(real, after, first=moment == "reading"))
    with open_store(store_path) as store:
        for _ in run_import(store, [Input(Path(log_path), "games.hexlog")]):
            pass


if __name__ == "__main__":
    main()
