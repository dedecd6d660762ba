"""Logs of Board Game Arena: opened, typed and ordered before any mapping; then a whole import."""

import json
from collections.abc import Iterator
from io import BufferedReader, BytesIO
from time import process_time
from typing import cast

from engine.importers.bga import BgaImporter
from engine.importers.bga.dialect import read_dialect
from engine.importers.bga.opening import Saved, open_logs
from engine.importers.bga.wire import in_moves
from engine.importers.contract import Found
from engine.replay import Status, replay
from tests.benchmarks.figure import Figure, rate
from tests.engine.importers.bga.dressing import Habits, dress, games_of
from tests.engine.importers.bga.garden import GARDEN

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


def game_of_usual_size() -> bytes:
    """A long game of Takenoko in an invented dialect, filled up to two megabytes by what the site
    tells of thinking times."""
    logs = games_of("takenoko", 5, 4, 5, "greedy")
    dressed = dress(max(logs, key=lambda log: len(log.moves)), GARDEN, Habits(undo=("cancel",)))
    empty = len(dressed.content())
    events = [event for packet in dressed.packets for event in packet["data"]]
    filled = [event for event in events if isinstance(event["args"], dict)]
    filling = {str(number): "1000" for number in range((SIZE - empty) // len(filled) // 14)}
    for event in filled:
        event["args"]["reflexion"] = {"total": filling}
    return dressed.content()


def verified_seconds(content: bytes, runs: int = 5) -> float:
    """The shortest of some imports with replay, every check included, in time of one core."""
    importer = BgaImporter(None, [read_dialect(GARDEN.toml, "invented")])
    best = float("inf")
    for _ in range(runs):
        stream = BufferedReader(BytesIO(content))
        began = process_time()
        (found,) = importer.read(cast(BufferedReader, stream), "log.json")
        assert isinstance(found, Found)
        assert replay(found.log, evidence=found.evidence).status is Status.VERIFIED
        best = min(best, process_time() - began)
    return best


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
    game = game_of_usual_size()
    yield Figure(
        f"BGA: a Takenoko log of {len(game) / MEGABYTE:.1f} MB imported and verified",
        1_000 * verified_seconds(game),
        "ms",
        100,
        at_most=True,
    )
