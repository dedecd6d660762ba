"""From what a person saved to the logs in it, whichever way it was saved.

One rule opens all of them: find where the JSON begins, then go down through `logs`, `packets`,
`gamelogs` and `data` to a list of packets, and keep what stands beside that list.
"""

import re
from codecs import getincrementaldecoder
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
    LOG_ELSEWHERE,
    NO_LOG_INSIDE,
    TOO_DEEP,
    Wrong,
    no_rows,
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
    line: int = 1
    """Where it begins in its file."""
    notes: list[str] = field(default_factory=list)
    """What the reader should know of how it was read: one sentence each."""

    def sibling(self, key: str) -> Any:
        """What stood beside the log under this key, decoded; None if nothing did."""
        return decoded_or_none(self.siblings[key]) if key in self.siblings else None


_GAME_LOGS = re.compile(rb"g_gamelogs\s*=\s*(?=[{\[])")
"""A page may declare it empty first."""
_COMPLETE_SETUP = re.compile(
    rb"completesetup\(\s*[\"']([^\"']{1,80})[\"']\s*,\s*(?:\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)')"
)
_TRAILING = re.compile(r"trailing characters \(byte (\d+)\)")
_HALVES = re.compile(rb"(\\u[dD][89abAB]..\\u[dD][c-fC-F]..)|\\u[dD][89a-fA-F]..")
"""A character that is written in two, or one half alone."""
_PACKET = re.compile(rb'"packet_(?:id|type)"\s*:')
_NEXT_DOCUMENT = re.compile(rb"\n[{\[]")
"""Where after a broken one, or after what is none, another document may begin."""
_BETWEEN = re.compile(rb"[\s,;]*")
WINDOWS = "cp1252"
CHECKED_AT_ONCE = 2**20
_BOM = b"\xef\xbb\xbf"


def open_logs(content: bytes) -> list[Saved | Wrong]:
    """Every log in the content of one file, or what is wrong with it; never nothing."""
    content = content.removeprefix(_BOM)
    if not content.isascii():
        recoded = _recoded(content)
        if recoded is not None:
            found = _open(recoded)
            for item in found:
                if isinstance(item, Saved):
                    item.notes.append(
                        "The file is not in UTF-8; its names are read as Windows writes them "
                        "(code page 1252)."
                    )
            return found
    return _open(content)


def _recoded(content: bytes) -> bytes | None:
    """In UTF-8 what was saved in the one-byte letters of western Windows; None for UTF-8, also if
    some of it is damaged."""
    decoder = getincrementaldecoder("utf-8")()
    try:
        for start in range(0, len(content), CHECKED_AT_ONCE):
            decoder.decode(content[start : start + CHECKED_AT_ONCE])
    except UnicodeError:
        pass
    else:
        return None
    kept = content.decode("utf-8", "ignore")
    damaged = len(content) - len(kept.encode())
    if sum(letter >= "\x80" for letter in kept) >= damaged:
        return None
    return content.decode(WINDOWS, "replace").encode()


def _open(content: bytes) -> list[Saved | Wrong]:
    begun = content.lstrip()
    if not begun:
        return [Wrong("empty", "The file is empty.")]
    if begun[:1] in {b"{", b"["}:
        return _documents(begun)
    assigned = [found.end() for found in _GAME_LOGS.finditer(content)]
    if assigned:
        return _page(content, assigned)
    if begun[:1] == b"<":
        return [page_without_log(content)]
    if is_csv(begun):
        return _of_csv(content)
    return [not_json(excerpt(begun))]


def _documents(content: bytes) -> list[Saved | Wrong]:
    """The one document, or each of several one behind the other."""
    try:
        return _opened(Raw(content))
    except BROKEN as error:
        trailing = _TRAILING.search(str(error))
        if trailing is None:
            return _mended(content, error)
    found: list[Saved | Wrong] = []
    start = line = 0
    while start < len(content):
        rest = memoryview(content)[start:]
        opens = bytes(rest[:1]) in {b"{", b"["}
        document = _first_document(rest) if opens else None
        if document is not None:
            length = len(document)
            items = _opened(document)
        else:
            again = _NEXT_DOCUMENT.search(rest)
            length = again.end() - 1 if again else len(rest)
            items = [_broken(bytes(rest[:length]))] if opens else _noted(found, length)
        for item in items:
            item.line = line + 1
        found += items
        between = _BETWEEN.match(rest, length)
        end = between.end() if between else length
        line += content.count(b"\n", start, start + end)
        start += end
    return found


def _noted(before: list[Saved | Wrong], length: int) -> list[Saved | Wrong]:
    """What stands behind the last document and is none, such as the rest of a script."""
    last = before[-1]
    if isinstance(last, Saved):
        last.notes.append(
            f"Behind the log stand {length} bytes that are no JSON; they are not read."
        )
    return []


def _mended(content: bytes, error: Exception) -> list[Saved | Wrong]:
    """Half a character, as names cut in the middle have it, is no reason to refuse a log."""
    if "escape" in str(error) or "surrogate" in str(error):
        whole = _HALVES.sub(lambda found: found[1] or rb"\ufffd", content)
        if whole != content:
            return _documents(whole)
    return [_broken(content)]


def _broken(content: bytes) -> Wrong:
    try:
        msgspec.json.decode(content)
    except RecursionError:
        return Wrong("too deep", TOO_DEEP)
    except BROKEN as error:
        if "truncated" in str(error):
            return Wrong("cut short", CUT_SHORT)
        return not_json(excerpt(content), str(error))
    return not_json(excerpt(content))


def _page(content: bytes, starts: list[int]) -> list[Saved | Wrong]:
    """A replay page: its log ends where the JSON does, and what follows is not read. Of several
    places where one is assigned the first that holds it counts."""
    tried = (_assigned(content[start:]) for start in starts)
    first: list[Saved | Wrong] = []
    for found in tried:
        first = first or found
        if any(isinstance(item, Saved) for item in found):
            break
    else:
        return first
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


def _assigned(content: bytes) -> list[Saved | Wrong]:
    document = _first_document(content)
    return [Wrong("cut short", CUT_SHORT)] if document is None else _documents(bytes(document))


def _first_document(content: bytes | memoryview) -> Raw | None:
    """The map or list at the beginning of `content`, whatever stands behind it; None where it is
    not whole."""
    decode = decode_map if bytes(content[:1]) == b"{" else decode_items
    try:
        decode(content)
    except BROKEN as error:
        trailing = _TRAILING.search(str(error))
        # The byte told is the one behind the first that does not belong.
        return Raw(bytes(content[: int(trailing[1]) - 1])) if trailing else None
    return Raw(bytes(content))


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
    elsewhere = _PACKET.search(document) is not None
    return [Wrong("no log", LOG_ELSEWHERE if elsewhere else NO_LOG_INSIDE)]


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
            item.companions = _of_table(fields["tableinfos"], item.table)


def _of_table(raw: Raw, table: str | None) -> list[Companion]:
    """The companion in a bundle; of those of several tables that of this one."""
    found = read_companion(decoded_or_none(raw))
    return found if len(found) < 2 else [one for one in found if one.table == table]


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
    tables, strange = read_csv(content)
    found: list[Saved | Wrong] = [
        Saved(Source.CSV, texts=one.rows, table=table, game=one.game, line=one.line)
        for table, one in tables.items()
    ]
    if strange:
        found.append(Wrong("no rows", no_rows(strange), line=strange[0]))
    return found
