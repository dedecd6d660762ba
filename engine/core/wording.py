"""Values of a log as they are shown in sentences."""

import json

LONGEST_SHOWN = 60


def as_json(value: object) -> str:
    """The value as it stands in the log, `true` and not `True`, of a long one the beginning."""
    shown = json.dumps(value, ensure_ascii=False)
    return shown if len(shown) <= LONGEST_SHOWN else f"{shown[: LONGEST_SHOWN - 1]}…"
