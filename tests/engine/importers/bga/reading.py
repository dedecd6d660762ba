"""Reads logs in tests: from bytes or from a sample, with chosen dialects."""

import io
from io import BufferedReader
from pathlib import Path
from typing import cast

from engine.importers.bga.dialect import Loaded, read_dialect
from engine.importers.bga.reader import BgaImporter
from engine.importers.containers import Opened, open_path
from engine.importers.contract import Found, Rejected
from engine.replay import Replay, replay


def loaded(toml: str, origin: str = "invented.toml") -> Loaded:
    return read_dialect(toml, origin)


def read_bytes(
    content: bytes, toml: str = "", name: str = "log.json", game: str | None = None
) -> list[Found | Rejected]:
    """Every game in the content, read by the dialect of this text."""
    importer = BgaImporter(game, [loaded(toml)] if toml else [])
    return list(importer.read(cast(BufferedReader, BufferedReader(io.BytesIO(content))), name))


def read_path(path: Path, toml: str = "") -> list[Found | Rejected]:
    """Every game in the file, unpacked as readers do."""
    importer = BgaImporter(None, [loaded(toml)] if toml else [])
    items: list[Found | Rejected] = []
    for opened in open_path(path):
        assert isinstance(opened, Opened)
        items += importer.read(opened.stream, opened.name)
    return items


def the_found(items: list[Found | Rejected]) -> Found:
    (item,) = items
    assert isinstance(item, Found), item
    return item


def the_rejected(items: list[Found | Rejected]) -> Rejected:
    (item,) = items
    assert isinstance(item, Rejected), item
    return item


def played(found: Found) -> Replay:
    return replay(found.log, evidence=found.evidence)
