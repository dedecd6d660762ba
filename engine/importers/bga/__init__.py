"""Logs of Board Game Arena, however they were saved; what they mean is in `dialects`."""

from collections.abc import Sequence
from pathlib import Path

from engine.importers.bga.dialect import read_dialect_file
from engine.importers.bga.reader import BgaImporter
from engine.importers.contract import Importer

_BGA = BgaImporter()
IMPORTER: Importer = _BGA


def choose(game: str | None, files: Sequence[Path]) -> None:
    """For all logs that this process reads from now on: which game they are of where nothing in
    them tells, and dialects that come before all others. Raises `BadDialect` with a sentence."""
    _BGA.choose(game, [read_dialect_file(path) for path in files])


__all__ = ["IMPORTER", "BgaImporter", "choose"]
