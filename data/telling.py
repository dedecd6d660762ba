"""What the commands that import say while they do, for people or one JSON object a line."""

import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from data import reports
from data.accounts import Fate, Verdict
from data.control import Control
from data.ingest import Event, Finished, Progress, Unopened
from data.store import Store
from data.terminal import json_line, to_output, to_people
from engine.core.errors import HexcoachError

ALL_WELL = 0
SOME_BAD = 1
NOT_OPENED = 2
STOPPED = 130
BAD = {"mismatch", "illegal", "unreadable"}
LEGAL_SHOWN = 8


@contextmanager
def stopping(control: Control) -> Iterator[None]:
    """While this lasts, Ctrl-C ends the import after the game at hand, and twice at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        if control.cancelled:
            raise KeyboardInterrupt
        control.cancel()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def follow(
    store: Store,
    events: Iterable[Event],
    *,
    as_json: bool,
    report: Path | None = None,
    again: str = "the same command again goes on where it stopped",
) -> int:
    """Take the events of an import to its end and tell them; returns the exit code. `again` says
    how one goes on after Ctrl-C."""
    code = ALL_WELL
    for event in events:
        match event:
            case Verdict():
                if event.fate is not Fate.COMPANION and event.status in BAD:
                    code = max(code, SOME_BAD)
                if event.fate is not Fate.STORED:
                    _verdict(event, as_json=as_json)
                for warning in event.warnings:
                    to_people(f"{event.file}, line {event.line}: {warning}")
            case Unopened():
                code = NOT_OPENED
                to_people(f"{event.file}: {event.reason}")
            case Progress():
                _progress(event)
            case Finished():
                _finish(store, event, as_json=as_json, report=report)
                if event.state == "cancelled":
                    to_people(
                        f"Stopped: what was stored till then is whole (import {event.import_id}); "
                        f"{again}."
                    )
                    code = STOPPED
    return code


def _finish(store: Store, finished: Finished, *, as_json: bool, report: Path | None) -> None:
    if report is not None:
        try:
            rows = reports.write_report(store, finished.import_id, report)
        except OSError as error:
            raise HexcoachError(
                f"The report {report} cannot be written: {error.strerror or error}; the import "
                f"itself is whole (import {finished.import_id})."
            ) from error
        to_people(f"{rows:,} {'row' if rows == 1 else 'rows'} in {report}")
    alarms = reports.alarms(store, finished.import_id).to_dicts()
    for alarm in alarms:
        to_people(alarm_sentence(alarm))
    _totals(finished, alarms, as_json=as_json)


def alarm_sentence(alarm: dict[str, Any]) -> str:
    """A row of `reports.alarms` in words."""
    what = {
        "rejected": "games were rejected",
        "unknown": "games have notifications that no dialect knows",
    }[alarm["what"]]
    source = f"from {alarm['importer']}" if alarm["importer"] else "in all"
    named = ", ".join(alarm["types"][:LEGAL_SHOWN])
    return (
        f"Alarm: of the games {source}, {alarm['hits']:,} of {alarm['n']:,} {what}, before "
        f"{alarm['past_hits']:,} of {alarm['past_n']:,}; the source may have changed its format"
        f"{f' (new: {named})' if named else ''}."
    )


def _verdict(verdict: Verdict, *, as_json: bool) -> None:
    if as_json:
        json_line(
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
    to_output(f"{line}{f' ({what})' if what else ''}. {where}{verdict.reason}")
    if verdict.legal:
        more = len(verdict.legal) - LEGAL_SHOWN
        shown = " · ".join(verdict.legal[:LEGAL_SHOWN])
        to_output(f"    legal there: {shown}{f' · and {more} more' if more > 0 else ''}")


def _totals(finished: Finished, alarms: list[dict[str, Any]], *, as_json: bool) -> None:
    counts = finished.counts
    if as_json:
        totals = {**counts.columns(), "files": finished.files, "moves": finished.moves}
        run = {"import_id": finished.import_id, "state": finished.state, "alarms": alarms}
        json_line({**totals, **run})
        return
    parts = [f"{counts.stored:,} stored", f"{counts.duplicate:,} duplicate"]
    if counts.replaced:
        parts.append(f"{counts.replaced:,} replaced")
    parts.append(f"{counts.rejected:,} rejected")
    games = "game" if counts.read == 1 else "games"
    files = "file" if finished.files == 1 else "files"
    beside = ""
    if counts.companion:
        beside = (
            "; 1 companion read with its log"
            if counts.companion == 1
            else f"; {counts.companion:,} companions read with their logs"
        )
    to_output(
        f"{counts.read:,} {games} read from {finished.files:,} {files}"
        f" = {' + '.join(parts)}; {finished.moves:,} moves stored{beside}"
    )


def _progress(progress: Progress) -> None:
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
