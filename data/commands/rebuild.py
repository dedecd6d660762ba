"""Make a store of the shards that `hexcoach shard` wrote.

The store is the same as if `import` had read the same files in the same order: each game once, a
better log in place of a worse one, and all numbers add up:
read = stored + replaced + duplicate + rejected.

A store that is there already gives the new one the secret of its pseudonyms, so that people are
called the same as before; it is replaced if nothing was imported into it, or with --replace.

examples:
  hexcoach rebuild shards/ --store games.duckdb
  hexcoach rebuild s3://club/shards --store games.duckdb --replace
"""

import argparse
import sys
from pathlib import Path

NAME = "rebuild"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--store", type=Path, required=True, metavar="PATH", help="the DuckDB file to make"
    )
    parser.add_argument(
        "--replace", action="store_true", help="put it in the place of a store that is there"
    )
    parser.add_argument("shards", metavar="URL", help="where the shards are: a folder or s3://...")


def run(arguments: argparse.Namespace) -> int:
    from data.scale.filling import Rebuilt  # noqa: PLC0415
    from data.scale.rebuild import rebuild  # noqa: PLC0415

    for event in rebuild(arguments.shards, arguments.store, replace=arguments.replace):
        if isinstance(event, Rebuilt):
            counts = event.counts
            sys.stdout.write(
                f"{counts.read:,} games read from {event.files:,} files = {counts.stored:,} stored"
                f" + {counts.replaced:,} replaced + {counts.duplicate:,} duplicate"
                f" + {counts.rejected:,} rejected; {event.moves:,} moves in the store\n"
            )
            parts = [f"{count:,} {status}" for status, count in event.statuses.most_common()]
            sys.stdout.write(f"games in the store: {', '.join(parts) or 'none'}\n")
        elif sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{100 * event.done // max(1, event.of)} %\r")
            sys.stderr.flush()
    return 0
