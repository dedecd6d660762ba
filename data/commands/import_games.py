"""Read logs into the store, every game verified by replaying it.

Folders are read with all folders below them. A game that is in the store already is left as it is,
so the same files may be imported again and again; a better log of the same table (its source and id
say which) takes the place of a worse one. Games that break the rules, and lines that are no games,
are rejected with the ply or line and the reason; all others of the file are stored.

It prints a line for each game that was not simply stored, then the totals:
read = stored + replaced + duplicate + rejected.

examples:
  hexcoach import games.hexlog
  hexcoach import downloads/ more.zip --store games.duckdb
  hexcoach simulate takenoko -n 100 | hexcoach import -
  hexcoach import --json logs/ | jq 'select(.fate == "rejected")'
"""

import argparse
import contextlib
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from data.accounts import Verdict
    from data.ingest import Finished, Input, Progress

NAME = "import"
STANDARD_INPUT = "-"
BAD = {"mismatch", "illegal", "unreadable"}
LEGAL_SHOWN = 8


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--store",
        type=Path,
        metavar="PATH",
        help="the DuckDB file (default: HEXCOACH_STORE, else data/local/hexcoach.duckdb)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument(
        "paths",
        nargs="+",
        metavar="FILE_OR_FOLDER",
        help="logs, plain or in .gz, .zst or .zip, or folders of them; - is standard input",
    )


def run(arguments: argparse.Namespace) -> int:
    from data.accounts import Fate, Verdict  # noqa: PLC0415
    from data.ingest import Finished, Progress, Unopened, run_import  # noqa: PLC0415
    from data.store import open_store  # noqa: PLC0415

    with open_store(arguments.store) as store, _inputs(arguments.paths) as inputs:
        code = 0 if inputs else 2
        for event in run_import(store, inputs):
            match event:
                case Verdict():
                    if event.status in BAD:
                        code = max(code, 1)
                    if event.fate is not Fate.STORED:
                        _verdict(event, as_json=arguments.json)
                    for warning in event.warnings:
                        _to_people(f"{event.file}, line {event.line}: {warning}")
                case Unopened():
                    code = 2
                    _to_people(f"{event.file}: {event.reason}")
                case Progress():
                    _progress(event)
                case Finished():
                    _totals(event, as_json=arguments.json)
    return code


@contextlib.contextmanager
def _inputs(names: list[str]) -> Iterator[list["Input"]]:
    """The files; what comes through standard input is kept in one until the import is over."""
    from data.ingest import Input, find_inputs  # noqa: PLC0415

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
                _to_people(f"{name}: there is no file in this folder.")
            found += below
        yield found


def _verdict(verdict: "Verdict", *, as_json: bool) -> None:
    if as_json:
        _json_line(
            {
                "file": verdict.file,
                "line": verdict.line,
                "id": verdict.id,
                "game": verdict.game,
                "fate": verdict.fate,
                "status": verdict.status,
                "game_id": verdict.game_id,
                "ply": verdict.ply,
                "move": verdict.move,
                "reason": verdict.reason,
                "legal": verdict.legal,
            }
        )
        return
    what = " ".join(word for word in (verdict.game, verdict.id) if word)
    where = f'ply {verdict.ply}, "{verdict.move}": ' if verdict.ply is not None else ""
    line = f"{verdict.file}, line {verdict.line}: {verdict.fate}"
    if verdict.fate == "rejected":
        line += f", {verdict.status}"
    _line(f"{line}{f' ({what})' if what else ''}. {where}{verdict.reason}")
    if verdict.legal:
        more = len(verdict.legal) - LEGAL_SHOWN
        shown = " · ".join(verdict.legal[:LEGAL_SHOWN])
        _line(f"    legal there: {shown}{f' · and {more} more' if more > 0 else ''}")


def _totals(finished: "Finished", *, as_json: bool) -> None:
    counts = finished.counts
    if as_json:
        totals = {**counts.columns(), "files": finished.files, "moves": finished.moves}
        _json_line({**totals, "import_id": finished.import_id, "state": finished.state})
        return
    parts = [f"{counts.stored:,} stored", f"{counts.duplicate:,} duplicate"]
    if counts.replaced:
        parts.append(f"{counts.replaced:,} replaced")
    parts.append(f"{counts.rejected:,} rejected")
    games = "game" if counts.read == 1 else "games"
    files = "file" if finished.files == 1 else "files"
    _line(
        f"{counts.read:,} {games} read from {finished.files:,} {files}"
        f" = {' + '.join(parts)}; {finished.moves:,} moves stored"
    )


def _progress(progress: "Progress") -> None:
    if not sys.stderr.isatty():
        return
    share = 100 * progress.bytes_done / progress.bytes if progress.bytes else 100
    sys.stderr.write(
        f"\r\x1b[K{share:3.0f} %  {progress.counts.read:,} games read,"
        f" {progress.moves:,} moves stored"
    )
    if progress.files_done == progress.files:
        sys.stderr.write("\r\x1b[K")
    sys.stderr.flush()


def _json_line(document: dict[str, Any]) -> None:
    import msgspec  # noqa: PLC0415

    _line(msgspec.json.encode(document).decode())


def _line(text: str) -> None:
    sys.stdout.write(f"{_plain(text)}\n")


def _to_people(text: str) -> None:
    sys.stdout.flush()
    sys.stderr.write(f"{_plain(text)}\n")


def _plain(text: str) -> str:
    """Text from a log made safe for a terminal: control characters would steer it."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)
