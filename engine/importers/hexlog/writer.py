"""Writing hexlog/1."""

from typing import Any

import msgspec

from engine.core.gamelog import GameLog
from engine.importers.hexlog.record import UNKNOWN_KEYS


def format_log(log: GameLog) -> str:
    """The log as one line without its end: keys in the order of the format's page, what is left at
    its default left out, whole numbers without a point, unknown keys back in their places."""
    document: dict[str, Any] = msgspec.to_builtins(log)
    for player in document["players"]:
        if "rating" in player:
            player["rating"] = _whole(player["rating"])
    if "clock" in document:
        document["clock"] = [_whole(seconds) for seconds in document["clock"]]
    if "scores" in document.get("result", {}):
        document["result"]["scores"] = [_whole(score) for score in document["result"]["scores"]]
    unknown = document.get("meta", {}).get(UNKNOWN_KEYS)
    if isinstance(unknown, dict):
        _put_back(document, unknown)
    return msgspec.json.encode(document).decode()


def _whole(number: float | None) -> float | None:
    return int(number) if number is not None and number == int(number) else number


def _put_back(document: dict[str, Any], unknown: dict[str, Any]) -> None:
    meta = {key: value for key, value in document["meta"].items() if key != UNKNOWN_KEYS}
    if meta:
        document["meta"] = meta
    else:
        del document["meta"]
    for key, value in unknown.items():
        if key == "players" and isinstance(value, list):
            for player, keys in zip(document["players"], value, strict=False):
                player.update(keys)
        elif key == "result" and isinstance(value, dict):
            document.setdefault("result", {}).update(value)
        else:
            document[key] = value
