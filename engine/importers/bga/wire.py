"""Packets and events as Board Game Arena writes them: typed, with arguments left undecoded.

A field's type differs from year to year and within a file (`table_id`, `move_id`, player ids), and
an empty map is written `[]`: nothing here relies on one of the ways.
"""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import UNSET, Raw, UnsetType

NO_RAW = Raw(b"null")
LATEST = 2**33
"""Seconds since 1970 beyond which nothing is a time."""


class Event(msgspec.Struct, gc=False):
    """One notification. `args` is decoded only for the types that somebody asks for."""

    type: str | None = None
    uid: str | int | None = None
    args: Raw = NO_RAW
    log: Raw = NO_RAW
    synchro: int | str | bool | None = None

    def arguments(self) -> dict[str, Any]:
        """The arguments as a map; `[]`, null, damaged text and whatever else is no map are an empty
        one: a move that needs them is then told as one that cannot be read."""
        decoded = decoded_or_none(self.args)
        return decoded if isinstance(decoded, dict) else {}


class Packet(msgspec.Struct):
    """What was sent at once to one channel."""

    data: list[Event] | UnsetType | None = UNSET
    channel: str | None = None
    table_id: str | int | None = None
    packet_id: str | int | None = None
    packet_type: str | None = None
    move_id: str | int | None = None
    time: str | int | float | None = None

    @property
    def events(self) -> list[Event]:
        return self.data or []

    @property
    def viewer(self) -> str | None:
        """The player to whom alone the packet went; None for the whole table."""
        channel = self.channel or ""
        return channel.removeprefix(PRIVATE) if channel.startswith(PRIVATE) else None


def decoded_or_none(raw: Raw) -> Any:
    """The value; None where it cannot be decoded, such as text that is no UTF-8, which is only seen
    now."""
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


PRIVATE = "/player/p"
TABLE = "/table/t"

decode_packets = msgspec.json.Decoder(list[Packet]).decode
decode_packet = msgspec.json.Decoder(Packet).decode
decode_map = msgspec.json.Decoder(dict[str, Raw]).decode
decode_items = msgspec.json.Decoder(list[Raw]).decode


def is_packet(packet: Packet) -> bool:
    """Whether this object has what makes it a packet, among all that may stand in a list."""
    return packet.data is not UNSET and (
        packet.channel is not None or packet.packet_id is not None or packet.move_id is not None
    )


def forgiving_packets(raw: Raw) -> tuple[list[Packet], int]:
    """The packets of a list in which some field has a type that no log known so far had, and how
    many packets or events could not be read at all."""
    packets: list[Packet] = []
    damaged = 0
    for item in decode_items(raw):
        try:
            packets.append(decode_packet(item))
        except msgspec.ValidationError:
            packet, lost = _by_field(item)
            damaged += lost
            if packet is not None:
                packets.append(packet)
    return packets, damaged


def _by_field(item: Raw) -> tuple[Packet | None, int]:
    fields = _map_of(item)
    if fields is None:
        return None, 1
    events: list[Event] = []
    damaged = 0
    for raw in _list_of(fields.get("data", NO_RAW)):
        parts = _map_of(raw)
        if parts is None:
            damaged += 1
            continue
        kind = _plain(parts.get("type"))
        events.append(
            Event(
                kind if isinstance(kind, str) else None,
                _plain(parts.get("uid")),
                parts.get("args", NO_RAW),
                parts.get("log", NO_RAW),
                _plain(parts.get("synchro")),
            )
        )
    channel, kind = _plain(fields.get("channel")), _plain(fields.get("packet_type"))
    packet = Packet(
        events if "data" in fields else UNSET,
        channel if isinstance(channel, str) else None,
        _plain(fields.get("table_id")),
        _plain(fields.get("packet_id")),
        kind if isinstance(kind, str) else None,
        _plain(fields.get("move_id")),
        _plain(fields.get("time")),
    )
    return packet, damaged


def _map_of(raw: Raw) -> dict[str, Raw] | None:
    try:
        return decode_map(raw)
    except msgspec.ValidationError:
        return None


def _list_of(raw: Raw) -> list[Raw]:
    try:
        return decode_items(raw)
    except msgspec.ValidationError:
        return []


def _plain(raw: Raw | None) -> Any:
    """Text or a number, a float that is whole as an integer; None for everything else."""
    value = None if raw is None else msgspec.json.decode(raw)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, str | int | float) and value is not True else None


def whole(value: str | int | float | bool | None) -> int | None:
    """The integer that a text or number says; None where it says none."""
    if isinstance(value, bool) or value is None:
        return None
    try:
        return int(value)
    except (ValueError, OverflowError):
        return None


@dataclass(slots=True)
class Move:
    """What happened under one `move_id`, in order of the packets."""

    number: int | None
    packets: list[Packet] = field(default_factory=list)


UID_LENGTH = 13


def _each_once(packets: list[Packet]) -> None:
    """Take out the events that were sent again on their channel, as after a lost connection: those
    of one move that are the same down to the `uid`, which no two events share."""
    known: set[tuple[object, ...]] = set()
    for packet in packets:
        kept = []
        for event in packet.events:
            uid = event.uid
            if isinstance(uid, str) and len(uid) == UID_LENGTH:
                key = packet.channel, packet.move_id, uid, event.type, bytes(event.args)
                if key in known:
                    continue
                known.add(key)
            kept.append(event)
        if len(kept) < len(packet.events):
            packet.data = kept


def _in_order(packets: list[Packet]) -> list[Packet]:
    """By `packet_id`; one without follows the one that it stands behind."""
    numbers: list[int] = []
    last = -1
    for packet in packets:
        number = whole(packet.packet_id)
        last = last if number is None else number
        numbers.append(last)
    if all(earlier <= later for earlier, later in itertools.pairwise(numbers)):
        return packets
    keyed = sorted(zip(numbers, range(len(packets)), strict=True))
    return [packets[index] for _, index in keyed]


def in_moves(packets: Iterable[Packet]) -> list[Move]:
    """The packets, each event once, by `packet_id` and grouped by `move_id`; one without belongs to
    the move that is open, those before the first to a move without number."""
    ordered = list(packets)
    uids = [event.uid for packet in ordered for event in packet.events]
    if len(set(uids)) < len(uids):
        _each_once(ordered)
    ordered = _in_order(ordered)
    moves: list[Move] = []
    for packet in ordered:
        number = whole(packet.move_id)
        if not moves or (number is not None and number != moves[-1].number):
            moves.append(Move(number))
        moves[-1].packets.append(packet)
    return moves


@dataclass(frozen=True, slots=True)
class Happening:
    """An event with what its packet tells of it."""

    event: Event
    packet: Packet
    move: int | None
    viewer: str | None

    @property
    def time(self) -> float | None:
        """UTC seconds: the packet's, else the first eight digits of the event's `uid`."""
        told = self.packet.time
        try:
            if told is not None and 0 <= float(told) < LATEST:
                return float(told)
            return float(int(str(self.event.uid)[:8], 16)) if self.event.uid else None
        except (ValueError, OverflowError):
            return None


def happenings(move: Move) -> Iterator[Happening]:
    """The events of one move in the order in which they were seen: a private one just before the
    table's event of the number that its `synchro` says, else where its packet stands."""
    if all(packet.viewer is None for packet in move.packets):
        for packet in move.packets:
            for event in packet.events:
                yield Happening(event, packet, move.number, None)
        return
    placed: list[tuple[int, int, Happening]] = []
    public = 0
    for packet in move.packets:
        viewer = packet.viewer
        for event in packet.events:
            happening = Happening(event, packet, move.number, viewer)
            if viewer is None:
                placed.append((public, 1, happening))
                public += 1
            else:
                synchro = whole(event.synchro)
                placed.append((public if synchro is None else synchro, 0, happening))
    placed.sort(key=lambda one: one[:2])
    yield from (happening for _, _, happening in placed)
