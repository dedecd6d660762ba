"""Read kept files again, with the importers and rules of today.

Every file that was imported is kept in the store. Without more, those are read again of which an
importer of another version, or other rules, said what became of them, and those whose companion
came later. What is read otherwise now takes the place of what was stored; games are verified again;
one that the rules of today refuse is taken out; one that was rejected has another chance. Each is
told, and the totals add up as those of an import.

A file that was imported with --game or --dialect is read by the same choice again. Where such a
dialect is not found any more, it is told, and the games of that file stay as they are.

examples:
  hexcoach reimport                  what is outdated
  hexcoach reimport --list           what that would be, and why
  hexcoach reimport --importer bga   all files of one importer, such as after teaching a dialect
  hexcoach reimport --all
"""

import argparse
from pathlib import Path

from data.terminal import add_store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_store(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument(
        "--report",
        type=Path,
        metavar="FILE",
        help="write what became of every game to FILE, a .csv or .json",
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--outdated", action="store_true", help="what is outdated (the default)")
    which.add_argument("--importer", metavar="KEY", help="all files that this importer read")
    which.add_argument("--all", action="store_true", help="all files")
    which.add_argument("--list", action="store_true", help="only list what is outdated")


def run(arguments: argparse.Namespace) -> int:
    from data.control import Control  # noqa: PLC0415
    from data.reports import check_report_path  # noqa: PLC0415
    from data.rereading import Which, run_reimport  # noqa: PLC0415
    from data.store import open_store  # noqa: PLC0415
    from data.telling import follow, stopping  # noqa: PLC0415
    from engine.core.errors import HexcoachError  # noqa: PLC0415
    from engine.importers.contract import importers  # noqa: PLC0415

    if arguments.report is not None:
        check_report_path(arguments.report)
    if arguments.importer is not None and arguments.importer not in importers():
        known = ", ".join(importers())
        raise HexcoachError(f"There is no importer {arguments.importer}; there are: {known}.")
    if arguments.list:
        return _list(arguments)
    control = Control()
    with open_store(arguments.store) as store, stopping(control):
        which = Which.ALL if arguments.all else Which.OUTDATED
        events = run_reimport(store, which, arguments.importer, control=control)
        return follow(
            store,
            events,
            as_json=arguments.json,
            report=arguments.report,
            again="`hexcoach reimport` goes on with what is still outdated",
        )


def _list(arguments: argparse.Namespace) -> int:
    from data.reports import older_rules, outdated  # noqa: PLC0415
    from data.store import open_store  # noqa: PLC0415
    from data.terminal import json_line, to_output  # noqa: PLC0415

    why = {
        "importer": "its importer has another version today",
        "rules": "it was judged by another version of the rules",
        "choice": "the dialect chosen for it is not found any more",
        "companion": "a companion of it has come since",
    }
    with open_store(arguments.store) as store:
        for row in outdated(store).iter_rows(named=True):
            if arguments.json:
                json_line(row)
            else:
                to_output(f"{row['name']}: {why[row['why']]}")
        if not arguments.json:
            for row in older_rules(store).iter_rows(named=True):
                to_output(
                    f"{row['games']:,} games of {row['game']} were verified by version "
                    f"{row['rules_version']} of the rules, today's is {row['today']}"
                )
    return 0
