"""Read logs into the store, every game verified by replaying it.

Folders are read with all folders below them. A game that is in the store already is left as it is,
so the same files may be imported again and again; a better log of the same table (its source and id
say which) takes the place of a worse one, and two that saw different things are joined. Games that
break the rules, and lines that are no games, are rejected with the ply or line and the reason; all
others of the file are stored.

It prints a line for each game that was not simply stored, then the totals:
read = stored + replaced + duplicate + rejected. Files that only tell more of a log are companions,
no games, and counted apart; they are read with their logs wherever both lie in what is imported
together, in other folders and archives too.

Ctrl-C ends it after the game at hand; the same command again goes on where it stopped, as files
that were read to their end are known by their content. The files themselves are kept compressed in
the store, for `hexcoach reimport`.

With --pseudonyms the store learns no name: every player is called by a pseudonym such as
`Player 3f2a1-09bc4`, the same one in every such import into this store; ids of players, notes,
quotations and all other words of a log that are not the program's own are left out of what is
stored and printed, and files are called by their number and are not kept. What was imported before
with names keeps them (`hexcoach forget` deletes it).

Logs of Board Game Arena are read by dialects, which say what a game's notifications mean: those of
--dialect, then the user's own (in HEXCOACH_DIALECTS, else `dialects` beside HEXCOACH_STORE, else
data/local/dialects; and in ~/.config/hexcoach/dialects), then those that ship. The page "Teach an
importer" and `hexcoach inspect` make them. With --store they are looked for in the same folders as
without. What --game and --dialect say is kept with the files and holds whenever they are read
again, such as by `hexcoach reimport`, until an import says otherwise; keep such a dialect where it
is.

examples:
  hexcoach import games.hexlog
  hexcoach import logs.html.json --game splits --dialect taught.toml
  hexcoach import downloads/ more.zip --store games.duckdb
  hexcoach import downloads/ --report what-became-of-them.csv
  hexcoach simulate takenoko -n 100 | hexcoach import -
  hexcoach import --pseudonyms games.hexlog
  hexcoach import --json logs/ | jq 'select(.fate == "rejected")'
"""

import argparse
import contextlib
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from data.terminal import add_store

if TYPE_CHECKING:
    from data.ingest import Input

NAME = "import"
STANDARD_INPUT = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_store(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument(
        "--report",
        type=Path,
        metavar="FILE",
        help="write what became of every game to FILE, a .csv or .json",
    )
    parser.add_argument(
        "--game",
        metavar="KEY",
        help="the game of logs of Board Game Arena that do not name it, such as splits",
    )
    parser.add_argument(
        "--dialect",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="read logs of Board Game Arena by this dialect; may be given several times",
    )
    parser.add_argument(
        "--pseudonyms",
        action="store_true",
        help="store no names: pseudonyms in their place, and no notes and no files",
    )
    parser.add_argument(
        "paths",
        nargs="+",
        metavar="FILE_OR_FOLDER",
        help="logs, plain or in .gz, .zst or .zip, or folders of them; - is standard input",
    )


def run(arguments: argparse.Namespace) -> int:
    from data.control import Control  # noqa: PLC0415
    from data.ingest import run_import  # noqa: PLC0415
    from data.reports import check_report_path  # noqa: PLC0415
    from data.store import open_store  # noqa: PLC0415
    from data.telling import follow, stopping  # noqa: PLC0415
    from engine.importers.contract import Choice  # noqa: PLC0415

    choice = Choice(arguments.game, tuple(str(path.absolute()) for path in arguments.dialect))
    if arguments.report is not None:
        check_report_path(arguments.report)
    control = Control()
    with (
        open_store(arguments.store) as store,
        _inputs(arguments.paths) as inputs,
        stopping(control),
    ):
        events = run_import(
            store, inputs, control=control, pseudonyms=arguments.pseudonyms, choice=choice
        )
        code = follow(store, events, as_json=arguments.json, report=arguments.report)
        return code if inputs else 2


@contextlib.contextmanager
def _inputs(names: list[str]) -> Iterator[list["Input"]]:
    """The files; what comes through standard input is kept in one until the import is over."""
    from data.ingest import Input, find_inputs  # noqa: PLC0415
    from data.terminal import to_people  # noqa: PLC0415

    found: list[Input] = []
    with contextlib.ExitStack() as stack:
        for name in names:
            if name == STANDARD_INPUT:
                spool = stack.enter_context(tempfile.NamedTemporaryFile())
                shutil.copyfileobj(sys.stdin.buffer, spool)
                spool.flush()
                found.append(Input(Path(spool.name), "standard input"))
                continue
            below = find_inputs([Path(name)])
            if not below:
                to_people(f"{name}: there is no file in this folder.")
            found += below
        yield found
