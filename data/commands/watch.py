"""Import what comes into a folder, as it comes.

It looks at the folder, and all folders below it, every few seconds. A file is imported once it has
stayed the same from one look to the next, so that files still being written are left to be
finished. What was imported before, or failed, is left alone until it changes, whatever its name.
The store is open only while something is imported; if a dashboard or another import has it then,
the next look tries again. Ctrl-C ends it with whole batches stored.

examples:
  hexcoach watch downloads/
  hexcoach watch downloads/ --every 30 --store games.duckdb
  hexcoach watch downloads/ --once      one round, such as from a timer
"""

import argparse
import math
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from data.terminal import add_store

if TYPE_CHECKING:
    from data.control import Control
    from data.ingest import Input
    from data.watching import Watch


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_store(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument(
        "--every",
        type=seconds,
        default=5.0,
        metavar="SECONDS",
        help="from one look to the next (default: 5)",
    )
    parser.add_argument(
        "--once", action="store_true", help="end after the first files, or if there are none"
    )
    parser.add_argument(
        "--pseudonyms",
        action="store_true",
        help="store no names: pseudonyms in their place, and no notes and no files",
    )
    parser.add_argument("folder", type=Path, metavar="DIR")


def seconds(text: str) -> float:
    """An argument that is a time between two looks."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0.05 <= value <= 86_400:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds from 0.05 to 86400")
    return value


def run(arguments: argparse.Namespace) -> int:
    from data.control import Control  # noqa: PLC0415
    from data.store import StoreUnusable  # noqa: PLC0415
    from data.telling import STOPPED, stopping  # noqa: PLC0415
    from data.terminal import to_people  # noqa: PLC0415
    from data.watching import Watch  # noqa: PLC0415
    from engine.core.errors import HexcoachError  # noqa: PLC0415

    folder: Path = arguments.folder
    if not folder.is_dir():
        raise HexcoachError(f"{folder} is no folder that can be watched.")
    watch = Watch(folder)
    control = Control()
    code = 0
    refused = ""
    with stopping(control):
        to_people(f"Watching {folder} every {arguments.every:g} s; Ctrl-C ends it.")
        watch.look()
        while not _waited(control, arguments.every):
            settled = watch.look()
            if settled:
                try:
                    code = max(code, _round(watch, settled, arguments, control))
                    refused = ""
                except StoreUnusable as error:
                    if str(error) != refused:
                        refused = str(error)
                        to_people(f"{refused} It is tried again at the next look.")
            if arguments.once:
                return code
    to_people("Stopped watching.")
    return STOPPED


def _waited(control: "Control", pause: float) -> bool:
    """Wait from one look to the next; says whether it has been ended meanwhile."""
    step = threading.Event()
    left = pause
    while left > 0 and not control.cancelled:
        step.wait(min(left, 0.2))
        left -= 0.2
    return control.cancelled


def _round(
    watch: "Watch", settled: list["Input"], arguments: argparse.Namespace, control: "Control"
) -> int:
    """Import what is new among the files that have settled; returns the exit code."""
    from data.store import open_store  # noqa: PLC0415
    from data.telling import follow  # noqa: PLC0415
    from data.terminal import to_people  # noqa: PLC0415
    from data.watching import import_settled, seen_before  # noqa: PLC0415

    with open_store(arguments.store) as store:
        known = seen_before(store, settled)
        if known:
            files = "1 file was" if len(known) == 1 else f"{len(known):,} files were"
            to_people(f"{files} read before and not changed since: left alone.")
        new = [one for one in settled if one not in known]
        code = 0
        if new:
            events = import_settled(store, new, control, pseudonyms=arguments.pseudonyms)
            code = follow(store, events, as_json=arguments.json)
    if not control.cancelled:
        watch.handled(settled)
    return code
