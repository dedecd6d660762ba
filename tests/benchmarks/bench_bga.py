"""Opening logs of Board Game Arena: typed and ordered, before any mapping, on one core."""

import json
from collections.abc import Iterator

from engine.importers.bga.opening import Saved, open_logs
from engine.importers.bga.wire import in_moves
from tests.benchmarks.figure import Figure, rate

MEGABYTE = 1_000_000
SIZE = 2 * MEGABYTE


def log_of_usual_size() -> bytes:
    """About two megabytes: packets of eight events, every fourth of them private."""
    packets = []
    size = number = 0
    while size < SIZE:
        number += 1
        move = str(number // 2 + 1)
        public = number % 4 != 0
        packets.append(
            {
                "channel": "/table/t900000001" if public else "/player/p91000000",
                "table_id": 900000001,
                "packet_id": str(number),
                "packet_type": "resend",
                "move_id": move,
                "time": str(1_780_000_000 + number),
                "data": [
                    {
                        "uid": f"{1_780_000_000 + number:08x}{event:05x}",
                        "type": "pieceMoved" if event % 3 else "gameStateChange",
                        "log": "${player_name} moves a piece to ${place}",
                        "args": {
                            "player_id": "91000000",
                            "player_name": "A Player",
                            "place": {"log": "row ${row}", "args": {"row": event}},
                            "from": {"x": str(event), "y": event, "z": []},
                            "reflexion": {"total": {"91000000": "183", "91000001": 206}},
                        },
                    }
                    | ({} if public else {"synchro": event})
                    for event in range(8)
                ],
            }
        )
        size += 2_350
    return json.dumps({"status": 1, "data": {"logs": packets, "players": []}}).encode()


def figures() -> Iterator[Figure]:
    """The speed of opening beside that of `json.loads` alone in the same run."""
    content = log_of_usual_size()

    def opened() -> int:
        (log,) = open_logs(content)
        assert isinstance(log, Saved)
        assert in_moves(log.packets)
        return len(content)

    def parsed() -> int:
        json.loads(content)
        return len(content)

    plain = rate(parsed) / MEGABYTE
    yield Figure(
        "BGA: a log of 2 MB opened, typed and ordered",
        rate(opened) / MEGABYTE,
        "MB/s",
        200,
        yardstick=plain,
        yardstick_name=f"json.loads ({plain:.0f} MB/s)",
    )
