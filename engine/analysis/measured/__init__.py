"""How good the review is, as measured: figures that `python3 dev.py truth` writes here."""

from pathlib import Path

import msgspec

FOLDER = Path(__file__).resolve().parent


class Row(msgspec.Struct, frozen=True):
    """One figure. `key` names its sentence on the page; `low` and `high` are a 95 % interval."""

    key: str
    game: str
    value: float
    low: float | None = None
    high: float | None = None
    samples: int = 0
    target: float | None = None
    at_most: bool = False
    words: dict[str, str | int | float] = msgspec.field(default_factory=dict)

    @property
    def reached(self) -> bool | None:
        """Whether the target is reached; None where there is none."""
        if self.target is None:
            return None
        return self.value <= self.target if self.at_most else self.value >= self.target


class Measured(msgspec.Struct, frozen=True):
    """One measurement: when, by what, and its figures."""

    name: str
    made: str
    """The day, ISO."""
    command: str
    evaluator_version: str
    rules_versions: dict[str, str]
    rows: list[Row]


def all_measured() -> list[Measured]:
    """Every measurement that is kept, by name."""
    return [
        msgspec.json.decode(path.read_bytes(), type=Measured)
        for path in sorted(FOLDER.glob("*.json"))
    ]


def keep(measured: Measured) -> None:
    """Put a measurement in the place of an older one of its name."""
    text = msgspec.json.format(msgspec.json.encode(measured), indent=1)
    (FOLDER / f"{measured.name}.json").write_bytes(text + b"\n")
