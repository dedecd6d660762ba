"""Run as a child: an import that prints its resident memory in bytes after each batch.

Arguments: store, log file, moves a batch.
"""

import resource
import sys
from pathlib import Path

import data.ingest
from data.ingest import Input, Progress, run_import
from data.store import open_store


def resident() -> int:
    """Bytes of memory in use now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


def main() -> None:
    store_path, log_path, batch = sys.argv[1:]
    data.ingest.BATCH_MOVES = int(batch)
    with open_store(store_path) as store:
        for event in run_import(store, [Input(Path(log_path), "games.hexlog")]):
            if isinstance(event, Progress):
                sys.stdout.write(f"{event.moves} {resident()}\n")


if __name__ == "__main__":
    main()
