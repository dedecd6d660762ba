"""From what a person saved to the logs in it, whichever way it was saved.

One rule opens all of them: find where the JSON begins, then go down through `logs`, `packets`,
`gamelogs` and `data` to a list of packets, and keep what stands beside that list.
"""

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

import msgspec
from msgspec import UNSET, Raw, UnsetType

from engine.importers.bga.companions import Companion, read_companion
from engine.importers.bga.texts import is_csv, read_csv, read_text_logs
from engine.importers.bga.wire import (
    Packet,
    decode_items,
    decode_map,
    decode_packets,
    decoded_or_none,
    forgiving_packets,
    is_packet,
)
from engine.importers.bga.wrong import (
    CUT_SHORT,
    EMPTY_LOG,
    NO_LOG_INSIDE,
    Wrong,
    not_json,
    page_without_log,
    refusal,
)
from engine.importers.lines import excerpt

BROKEN = (msgspec.DecodeError, UnicodeError, RecursionError)
DEEPEST = 5
INWARD = ("logs", "packets", "gamelogs", "data")
LARGEST_COMPANION = 4 * 1024 * 1024
MOST_SIBLINGS = 200


class Source(StrEnum):
    """The ways in which logs are saved."""

    ENVELOPE = "logs.html as JSON"
    LIST = "a list of packets"
    PAGE = "replay page"
    HISTORY = "notification history"
    EXTENSION = "export of a browser extension"
    BUNDLE = "bundle"
    TEXT = "export of texts"
    CSV = "CSV export"


@dataclass(slots=True)
class Saved:
    """One table's log. Exactly one of `packets` and `texts` is filled."""

    source: Source
    packets: list[Packet] = field(default_factory=list)
    texts: list[tuple[int | None, float | None, str | None, str]] = field(default_factory=list)
    """Of an export of texts: move number, seconds as the file has them, player, text."""
    table: str | None = None
    game: str | None = None
    """The game's id or name as the file gives it."""
    siblings: dict[str, Raw] = field(default_factory=dict)
    """What stood beside the list: `players`, `gamedatas`, `tableinfos`, `currentPlayerId`."""
    companions: list[Companion] = field(default_factory=list)
    damaged: int = 0
    """Packets and events that could not be read at all."""

    def sibling(self, key: str) -> Any:
        """What stood beside the log under this key, decoded; None if nothing did."""
        return decoded_or_none(self.siblings[key]) if key in self.siblings else None


_GAME_LOGS = re.compile(rb"g_gamelogs\s*=\s*(?=[{\[])")
"""A page may declare it empty first."""
_COMPLETE_SETUP = re.compile(
    rb"completesetup\(\s*[\"']([^\"']{1,80})[\"']\s*,\s*(?:\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)')"
)
_TRAILING = re.compile(r"trailing characters \(byte (\d+)\)")
_BOM = b"\xef\xbb\xbf"


def open_logs(content: bytes) -> list[Saved | Wrong]:
    """Every log in the content of one file, or what is wrong with it; never nothing."""
    content = content.removeprefix(_BOM)
    begun = content.lstrip()
    if not begun:
        return [Wrong("empty", "The file is empty.")]
    if begun[:1] in {b"{", b"["}:
        return _documents(begun)
    assigned = _GAME_LOGS.search(content)
    if assigned is not None:
        return _page(content, assigned.end())
    if begun[:1] == b"<":
        return [page_without_log(content)]
    if is_csv(begun):
        return _of_csv(begun)
    return [not_json(excerpt(begun))]


def _documents(content: bytes) -> list[Saved | Wrong]:
    """The one document, or the one in every line."""
    try:
        return _opened(Raw(content))
    except BROKEN as error:
        trailing = _TRAILING.search(str(error))
        if trailing is None or b"\n" not in content:
            return [_broken(content, error)]
    found: list[Saved | Wrong] = []
    for line in content.splitlines():
        if not line.strip():
            continue
        try:
            found += _opened(Raw(line))
        except BROKEN as error:
            found.append(_broken(line, error))
    return found


def _broken(content: bytes, error: Exception) -> Wrong:
    if "truncated" in str(error):
        return Wrong("cut short", CUT_SHORT)
    return not_json(excerpt(content), str(error))


def _page(content: bytes, start: int) -> list[Saved | Wrong]:
    """A replay page: its log ends where the JSON does, and what follows is not read."""
    document = _first_document(content[start:])
    if document is None:
        return [Wrong("cut short", CUT_SHORT)]
    found = _documents(bytes(document))
    setup = _COMPLETE_SETUP.search(content)
    for item in found:
        if not isinstance(item, Saved):
            continue
        if item.source in {Source.ENVELOPE, Source.LIST}:
            item.source = Source.PAGE
        if setup is None:
            continue
        item.game = item.game or setup[1].decode("utf-8", "replace")
        opened = content.find(b"{", setup.end())
        datas = _first_document(content[opened:]) if opened >= 0 else None
        if datas is not None:
            item.siblings.setdefault("gamedatas", datas)
    return found


def _first_document(content: bytes) -> Raw | None:
    """The map or list at the beginning of `content`, whatever stands behind it; None where it is
    not whole."""
    decode = decode_map if content[:1] == b"{" else decode_items
    try:
        decode(content)
    except BROKEN as error:
        trailing = _TRAILING.search(str(error))
        # The byte told is the one behind the first that does not belong.
        return Raw(content[: int(trailing[1]) - 1]) if trailing else None
    return Raw(content)


class _Inside(msgspec.Struct, forbid_unknown_fields=True):
    logs: list[Packet]
    players: Raw | UnsetType = UNSET


class _Usual(msgspec.Struct, forbid_unknown_fields=True):
    """What nearly everybody saves, and nothing beside it."""

    data: _Inside
    status: Raw | UnsetType = UNSET


_decode_usual = msgspec.json.Decoder(_Usual).decode


def _usual(document: Raw) -> Saved | None:
    """The log of the usual envelope, read in one pass where going down level by level takes three;
    None for everything else."""
    try:
        found = _decode_usual(document)
    except (msgspec.ValidationError, RecursionError):
        return None
    packets = found.data.logs
    if not any(is_packet(packet) for packet in packets[:10]):
        return None
    saved = _saved(packets, 2, 0)
    beside = (("players", found.data.players), ("status", found.status))
    saved.siblings = {key: value for key, value in beside if value is not UNSET}
    return saved


def _opened(document: Raw) -> list[Saved | Wrong]:
    """Raises `msgspec.DecodeError` where the document is no JSON."""
    usual = _usual(document)
    if usual is not None:
        return [usual]
    found = _descend(document, 0, None)
    logs = [item for item in found if isinstance(item, Saved)]
    if logs:
        return [*_best_of_each_table(logs), *(item for item in found if isinstance(item, Wrong))]
    if found:
        return [found[0]]
    if len(document) <= LARGEST_COMPANION:
        companions = read_companion(msgspec.json.decode(document))
        if companions:
            return [Wrong("companion", "", companions=tuple(companions))]
    return [Wrong("no log", NO_LOG_INSIDE)]


def _descend(raw: Raw, depth: int, key: str | None) -> list[Saved | Wrong]:
    begun = bytes(memoryview(raw)[:256]).lstrip()[:1]
    if begun == b"[":
        return _of_list(raw, depth, key)
    if begun != b"{":
        # A mere value: decoding it raises where it is no JSON.
        msgspec.json.decode(raw)
        return []
    fields = decode_map(raw)
    refused = refusal(fields)
    if refused is not None:
        return [refused]
    if depth > DEEPEST:
        return []
    found: list[Saved | Wrong] = []
    for inward in INWARD:
        if inward in fields:
            found += _descend(fields[inward], depth + 1, inward)
    if not found and key in {"gamelogs", "logs"}:
        for table, inner in fields.items():
            if not table.isdecimal():
                break
            for item in _descend(inner, depth + 1, inward):
                item.table = item.table or table
                found.append(item)
    _keep_siblings(fields, found)
    return found


def _keep_siblings(fields: dict[str, Raw], found: list[Saved | Wrong]) -> None:
    beside = {key: value for key, value in fields.items() if key not in INWARD}
    if len(beside) > MOST_SIBLINGS:
        return
    for item in found:
        if not isinstance(item, Saved):
            continue
        for key, value in beside.items():
            item.siblings.setdefault(key, value)
        if item.source is Source.ENVELOPE:
            if "packets" in fields and {"gamedatas", "currentPlayerId"} & fields.keys():
                item.source = Source.EXTENSION
            elif "gamelogs" in fields or "tableinfos" in fields:
                item.source = Source.BUNDLE
        if item.table is None and "table_id" in fields:
            item.table = str(decoded_or_none(fields["table_id"]))
        if "tableinfos" in fields and not item.companions:
            item.companions = read_companion(decoded_or_none(fields["tableinfos"]))


def _of_list(raw: Raw, depth: int, key: str | None) -> list[Saved | Wrong]:
    damaged = 0
    try:
        packets = decode_packets(raw)
    except msgspec.ValidationError:
        packets, damaged = forgiving_packets(raw)
    if not packets and not damaged:
        # `players`, `gamedatas` and the like may be empty, too; a log has a telling name.
        return [Wrong("empty log", EMPTY_LOG)] if key in {None, *INWARD} else []
    if any(is_packet(packet) for packet in packets[:10]):
        return [_saved(packets, depth, damaged)]
    items = decode_items(raw)
    texts = read_text_logs(items)
    if texts:
        return [Saved(Source.TEXT, texts=rows, table=table) for table, rows in texts]
    if depth > DEEPEST:
        return []
    return [item for inner in items for item in _descend_if_map(inner, depth + 1)]


def _descend_if_map(raw: Raw, depth: int) -> list[Saved | Wrong]:
    return _descend(raw, depth, None) if bytes(memoryview(raw)[:1]) == b"{" else []


def _saved(packets: list[Packet], depth: int, damaged: int) -> Saved:
    packets = [packet for packet in packets if is_packet(packet)]
    kinds = {packet.packet_type for packet in packets}
    source = Source.HISTORY if "history" in kinds else Source.ENVELOPE if depth else Source.LIST
    return Saved(source, packets, table=_table_of(packets), damaged=damaged)


def _table_of(packets: list[Packet]) -> str | None:
    for packet in packets[:50]:
        if packet.table_id is not None:
            return str(packet.table_id)
        if packet.channel is not None and packet.channel.startswith("/table/t"):
            return packet.channel.removeprefix("/table/t")
    return None


def _best_of_each_table(logs: list[Saved]) -> list[Saved]:
    """A bundle may hold the same table twice: the fuller log counts."""
    best: dict[str, Saved] = {}
    for index, log in enumerate(logs):
        key = log.table or f"#{index}"
        known = best.get(key)
        if known is None or _fullness(log) > _fullness(known):
            best[key] = (
                log if known is None else replace(log, siblings=known.siblings | log.siblings)
            )
    return list(best.values())


def _fullness(log: Saved) -> tuple[bool, int]:
    return log.source is not Source.HISTORY, len(log.packets) + len(log.texts)


def _of_csv(content: bytes) -> list[Saved | Wrong]:
    return [
        Saved(Source.CSV, texts=rows, table=table, game=game)
        for table, game, rows in read_csv(content)
    ]
