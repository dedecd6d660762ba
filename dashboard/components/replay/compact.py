"""A game's frames as one small payload: the first in full, then what changes from ply to ply.

The patches are JSON merge patches (RFC 7396): null removes a name, a list replaces a list.
Frames therefore hold no nulls.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec


def patch_between(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The smallest merge patch that turns `old` into `new`."""
    patch: dict[str, Any] = {key: None for key in old if key not in new}
    for key, value in new.items():
        if key not in old:
            patch[key] = value
        elif isinstance(value, Mapping) and isinstance(old[key], Mapping):
            inner = patch_between(old[key], value)
            if inner:
                patch[key] = inner
        elif old[key] != value:
            patch[key] = value
    return patch


def patched(old: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """`old` with a merge patch applied; what the patch does not name is shared, not copied."""
    result = dict(old)
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, Mapping):
            before = result.get(key)
            result[key] = patched(before if isinstance(before, Mapping) else {}, value)
        else:
            result[key] = value
    return result


def patches(frames: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """One patch a frame, the first from nothing."""
    found: list[dict[str, Any]] = []
    before: Mapping[str, Any] = {}
    for frame in frames:
        found.append(patch_between(before, frame))
        before = frame
    return found


def board_cells(frames: Sequence[Mapping[str, Any]]) -> list[str]:
    """Every cell that is ever drawn, so that the picture need not move while stepping."""
    cells: dict[str, None] = {}
    for frame in frames:
        cells |= dict.fromkeys(frame["cells"])
        for layer in frame["layers"].values():
            cells |= dict.fromkeys(layer)
    return list(cells)


def encode(payload: Mapping[str, Any]) -> bytes:
    return msgspec.json.encode(payload)
