"""Exports that hold only texts: they tell who played and how often, and no move."""

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime

import msgspec
from msgspec import Raw

Row = tuple[int | None, float | None, str | None, str]
"""Move number, UTC seconds, player and text, as far as the export gives them."""

_CSV_ROW = re.compile(rb"\d{1,15};[^;\r\n]{0,200};(?:\d+|null)?;[^;\r\n]*;[^;\r\n]*;[^;\r\n]*;")
_LOCAL_TIMES = ("%Y-%m-%d %H:%M:%S", "%d.%m.%Y %H:%M:%S", "%d/%m/%Y %H:%M:%S", "%Y-%m-%d %H:%M")


class _Entry(msgspec.Struct):
    actions: list[Raw] = []
    moveNumber: str | int | None = None  # noqa: N815  # the export's own key


class _TextLog(msgspec.Struct):
    logEntries: list[_Entry]  # noqa: N815  # the export's own key
    tableId: str | int | None = None  # noqa: N815  # the export's own key


def read_text_logs(items: list[Raw]) -> list[tuple[str | None, list[Row]]]:
    """Each table's lines of `{"tableId", "logEntries": [{"moveNumber", "actions"}]}`; none if these
    are no such logs."""
    found = []
    for item in items:
        try:
            log = msgspec.json.decode(item, type=_TextLog)
        except msgspec.ValidationError:
            return []
        rows: list[Row] = []
        for entry in log.logEntries:
            said = str(entry.moveNumber or "")
            number = int(said) if said.isdecimal() else None
            rows += [(number, None, None, _said(action)) for action in entry.actions]
        found.append((None if log.tableId is None else str(log.tableId), rows))
    return found


def _said(action: Raw) -> str:
    value = msgspec.json.decode(action)
    return value if isinstance(value, str) else str(value)


def is_csv(begun: bytes) -> bool:
    """Whether this begins with a row `TABLE_ID;GAME_NAME;MOVE_NO;…` of the CSV export."""
    return _CSV_ROW.match(begun) is not None


@dataclass(slots=True)
class Exported:
    """One table of a CSV export. `line`, from 1, is where it begins."""

    game: str
    line: int
    rows: list[Row] = field(default_factory=list)


def read_csv(content: bytes) -> tuple[dict[str, Exported], list[int]]:
    """The tables in the file, and the lines that are no rows. Local times are of an unknown zone
    and hence not taken."""
    tables: dict[str, Exported] = {}
    strange = []
    for count, line in enumerate(content.decode("utf-8", "replace").split("\n"), 1):
        parts = [part.strip() for part in line.split(";")]
        if len(parts) < 6 or not (parts[0].isascii() and parts[0].isdecimal()):
            if line.strip():
                strange.append(count)
            continue
        number = int(parts[2]) if parts[2].isdecimal() else None
        moved = (number, _local(parts[3]), parts[5] or None, "")
        tables.setdefault(parts[0], Exported(parts[1], count)).rows.append(moved)
    return tables, strange


def _local(text: str) -> float | None:
    """Seconds as if the local time were UTC: good for a game's length, not for its date."""
    for form in _LOCAL_TIMES:
        try:
            return datetime.strptime(text, form).replace(tzinfo=UTC).timestamp()
        except ValueError:
            continue
    return None
