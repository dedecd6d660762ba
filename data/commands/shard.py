"""Read logs as jobs on many cores or machines, into Parquet shards.

What `import` does in one process is cut into jobs of some hundred logs each, done by a process for
each core or, with --dask, by the workers of a Dask cluster. Each job writes a folder of Parquet
files to --out, a folder here or in an object store (s3://bucket/folder). What is done stays done:
the same command again goes on where it was, whoever was killed, and does only what is new. Make a
store of the shards with `hexcoach rebuild`.

With --pseudonyms no name gets into the shards. Pseudonyms are made with the secret of the store at
--store, which is made if it is not there, so that they are the same in every job, on every worker
and in all that is imported into that store otherwise. The secret goes to the workers and stands in
no shard: `hexcoach rebuild` takes it from the same store, into which alone such shards go.

Clusters and object stores need `hexcoach[scale]`, on the workers too; keys and address of a store
are taken from its own settings (AWS_ACCESS_KEY_ID, AWS_ENDPOINT_URL, ...).

examples:
  hexcoach shard logs/ --out shards/
  hexcoach shard s3://club/logs --out s3://club/shards --dask tcp://scheduler:8786
  hexcoach rebuild shards/ --store games.duckdb
  hexcoach shard --pseudonyms --store games.duckdb logs/ --out shards/
"""

import argparse
import sys
from typing import TYPE_CHECKING

from data.terminal import add_store, to_output, to_people
from engine.core.errors import HexcoachError

if TYPE_CHECKING:
    from data.scale.run import Sharded

NAME = "shard"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out", required=True, metavar="URL", help="where the shards go: a folder or s3://..."
    )
    parser.add_argument(
        "--workers", type=int, metavar="N", help="processes (default: one for each core)"
    )
    parser.add_argument(
        "--dask", metavar="ADDRESS", help="use the workers of this Dask scheduler instead"
    )
    parser.add_argument(
        "--job-size",
        type=float,
        default=4,
        metavar="MB",
        help="of logs in one job, unpacked (default: 4, about a thousand games)",
    )
    parser.add_argument(
        "--pseudonyms", action="store_true", help="pseudonyms of the store in the place of names"
    )
    add_store(parser, "whose pseudonyms")
    parser.add_argument(
        "inputs", nargs="+", metavar="FILE_OR_FOLDER", help="logs as for `import`, here or s3://..."
    )


def run(arguments: argparse.Namespace) -> int:
    from data.privacy import salt_of  # noqa: PLC0415
    from data.scale.run import Failed, Planned, Sharded, shard, workers  # noqa: PLC0415
    from data.store import open_store  # noqa: PLC0415

    if arguments.store is not None and not arguments.pseudonyms:
        raise HexcoachError("--store is about pseudonyms: give --pseudonyms too.")
    salt = ""
    if arguments.pseudonyms:
        with open_store(arguments.store) as store:
            salt = salt_of(store)
    code = 0
    last = Sharded(0)
    with workers(arguments.workers, arguments.dask) as pool:
        size = max(1, int(arguments.job_size * 1024 * 1024))
        for event in shard(arguments.inputs, arguments.out, pool, size, salt):
            match event:
                case Planned():
                    for source in event.plan.sources:
                        if source.problem is not None:
                            code = 2
                            to_people(f"{source.name}: {source.problem}")
                    jobs = len({job.id for job in event.plan.jobs})
                    to_output(
                        f"{len(event.plan.sources):,} files in {jobs:,} jobs,"
                        f" {event.done:,} of them done before"
                    )
                case Failed():
                    code = 2
                    more = f" and {len(event.files) - 1} more" if len(event.files) > 1 else ""
                    to_people(f"{event.files[0]}{more}: {event.reason}")
                case Sharded():
                    last = event
                    _progress(event)
    _totals(last)
    return code


def _progress(state: "Sharded") -> None:
    if not sys.stderr.isatty():
        return
    sys.stderr.write(
        f"\r\x1b[K{state.done:,} of {state.jobs:,} jobs, {state.statuses.total():,} games read"
    )
    if state.done + state.failed == state.jobs:
        sys.stderr.write("\r\x1b[K")
    sys.stderr.flush()


def _totals(state: "Sharded") -> None:
    beside = ""
    if state.companions:
        what = "1 companion" if state.companions == 1 else f"{state.companions:,} companions"
        beside = f"; {what} read with their logs"
    parts = ", ".join(f"{count:,} {status}" for status, count in state.statuses.most_common())
    to_output(
        f"{state.statuses.total():,} games read{f' ({parts})' if parts else ''}, {state.moves:,} "
        f"moves, {state.bytes / 1e6:,.1f} MB of shards{beside}"
    )
    if state.failed:
        to_output(f"{state.failed:,} jobs failed: the same command again tries them again")
