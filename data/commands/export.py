"""Take games and tables out of the store.

Without more it prints all games as hexlog, one a line; the filters choose which. A table goes into
a file whose ending says what it becomes: .csv or .parquet. In CSV, text that a spreadsheet would
take for a formula gets an apostrophe before it. With --bgstats finished games become plays for the
diary app BG Stats, a JSON array of what its page for pushed plays describes; with --links each
becomes an address that hands it to the app. Games without a date have no place there.

--mask-names puts pseudonyms in the place of names, the same ones everywhere, and leaves out notes,
ids of players and names of files.

tables: games, seats, moves, effects, objectives, scores, actions; of reviews: reviews, decisions,
review_seats, findings, exercises, attempts; whole, whatever the filters: imports, files, verdicts,
rejected

examples:
  hexcoach export > games.hexlog
  hexcoach export --game takenoko --status verified --name "Player A" -o a.hexlog
  hexcoach export --table scores -o scores.csv
  hexcoach export --table effects --game china_gold -o effects.parquet
  hexcoach export --mask-names -o to-share.hexlog
  hexcoach export --bgstats -o plays.json
"""

import argparse
import sys
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from data.tables import TABLES
from data.terminal import add_store
from engine.core.errors import HexcoachError

if TYPE_CHECKING:
    from data.filters import Filters
    from data.store import Store

STATUSES = ("verified", "unverified", "incomplete", "mismatch")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_store(parser)
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="default: the console")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--table", choices=TABLES, help="a table instead of whole games")
    what.add_argument("--bgstats", action="store_true", help="plays for the app BG Stats")
    parser.add_argument(
        "--links", action="store_true", help="with --bgstats: an address a play, one a line"
    )
    parser.add_argument(
        "--mask-names", action="store_true", help="pseudonyms in the place of names"
    )
    choose = parser.add_argument_group("which games", "each may be given more than once")
    choose.add_argument("--game", help="the game's key, such as takenoko (once)")
    choose.add_argument("--status", action="append", choices=STATUSES, default=[])
    choose.add_argument("--name", action="append", default=[], help="a player who was there")
    choose.add_argument("--players", action="append", type=int, default=[], metavar="K")
    choose.add_argument("--source", action="append", default=[])
    choose.add_argument("--id", action="append", type=int, default=[], help="number in the store")
    choose.add_argument("--from", dest="date_from", type=day, metavar="DATE", help="YYYY-MM-DD")
    choose.add_argument("--to", dest="date_to", type=day, metavar="DATE", help="YYYY-MM-DD")
    parser.add_argument(
        "--json", action="store_true", help="changes nothing: hexlog is one JSON object a line"
    )


def day(text: str) -> date:
    """An argument that is a date."""
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no date such as 2026-03-14") from error


def run(arguments: argparse.Namespace) -> int:
    from data.store import open_store  # noqa: PLC0415

    filters = _filters(arguments)
    if arguments.links and not arguments.bgstats:
        raise HexcoachError("--links is about plays: give --bgstats too.")
    with open_store(arguments.store, read_only=True) as opened:
        store = opened.masked if arguments.mask_names else opened
        try:
            if arguments.bgstats:
                _plays(store, filters, arguments.output, as_links=arguments.links)
            elif arguments.table is None:
                _games(store, filters, arguments.output)
            else:
                _table(store, filters, arguments.table, arguments.output)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise HexcoachError(
                f"{arguments.output} cannot be written: {error.strerror or error}."
            ) from error
    return 0


def _filters(arguments: argparse.Namespace) -> "Filters":
    from data.filters import Filters  # noqa: PLC0415
    from engine.core.registry import find_game  # noqa: PLC0415

    return Filters(
        game=None if arguments.game is None else find_game(arguments.game).key,
        names=tuple(arguments.name),
        players=tuple(arguments.players),
        statuses=tuple(arguments.status),
        sources=tuple(arguments.source),
        date_from=arguments.date_from,
        date_to=arguments.date_to,
        game_ids=tuple(arguments.id),
    )


def _games(store: "Store", filters: "Filters", output: Path | None) -> None:
    from data.export import logs, whole_or_nothing  # noqa: PLC0415
    from engine.importers.hexlog import format_log  # noqa: PLC0415

    count = 0
    with ExitStack() as stack:
        file = sys.stdout
        if output is not None:
            part = stack.enter_context(whole_or_nothing(output))
            file = stack.enter_context(part.open("w", encoding="utf-8"))
        for log in logs(store, filters):
            file.write(f"{format_log(log)}\n")
            count += 1
    sys.stderr.write(f"{count:,} {'game' if count == 1 else 'games'}\n")


def _plays(store: "Store", filters: "Filters", output: Path | None, *, as_links: bool) -> None:
    import msgspec  # noqa: PLC0415

    from data.bgstats import links, plays  # noqa: PLC0415
    from data.export import whole_or_nothing  # noqa: PLC0415

    found = plays(store, filters)
    if as_links:
        text = "".join(f"{link}\n" for link in links(found.plays))
    else:
        text = msgspec.json.format(msgspec.json.encode(found.plays), indent=1).decode() + "\n"
    if output is None:
        sys.stdout.write(text)
    else:
        with whole_or_nothing(output) as part:
            part.write_text(text, encoding="utf-8")
    count = len(found.plays)
    sys.stderr.write(f"{count:,} {'play' if count == 1 else 'plays'}")
    sys.stderr.write(
        f"; left out: {found.unfinished:,} not finished, {found.undated:,} without a date\n"
    )


def _table(store: "Store", filters: "Filters", table: str, output: Path | None) -> None:
    from data.export import csv_bytes, table_chunks, write_csv, write_parquet  # noqa: PLC0415

    if output is None:
        for number, chunk in enumerate(table_chunks(store, table, filters)):
            sys.stdout.write(csv_bytes(chunk, header=number == 0).decode())
        return
    writers = {".csv": write_csv, ".parquet": write_parquet}
    if output.suffix not in writers:
        raise HexcoachError(f"A table becomes a .csv or .parquet file, which {output.name} is not.")
    rows = writers[output.suffix](store, table, filters, output)
    sys.stderr.write(f"{rows:,} {'row' if rows == 1 else 'rows'} in {output}\n")
