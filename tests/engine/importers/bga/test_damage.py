"""Whatever is done to a log, it is read, refused or told where it breaks, and never a traceback."""

import json
import random
from contextlib import suppress
from typing import Any

import pytest

from engine.core.errors import HexcoachError
from engine.importers.bga.reader import BgaImporter
from engine.importers.contract import Found
from engine.importers.hexlog.writer import format_log
from tests.engine.importers.bga.reading import loaded, played, read_bytes
from tests.engine.importers.bga.samples import FOLDER, SMALL

JUNK = (
    *("null", "[]", "{}", '""', "0", "-1", "1.5", "true", '"x"', "[[]]", "[{}]", '{"a": []}'),
    *('"' + "9" * 400 + '"', "1" + "0" * 30, "1e308", '["a"]', '{"log": 1, "args": 3}'),
)
SAMPLES = [
    path
    for path in sorted((FOLDER / "containers").iterdir())
    if path.suffix in {".json", ".html", ".txt", ".csv"}
]


def put_junk(document: Any, chance: random.Random) -> None:
    """Replace a value somewhere in it."""
    while isinstance(document, dict | list) and document:
        keys: list[Any] = list(document) if isinstance(document, dict) else [*range(len(document))]
        key = chance.choice(keys)
        if chance.random() < 0.2:
            document[key] = json.loads(chance.choice(JUNK))
            return
        document = document[key]


def damaged(content: bytes, chance: random.Random) -> bytes:
    """Values replaced, bytes changed, or the end cut off."""
    how = chance.randrange(3)
    if how == 0 and content.startswith((b"{", b"[")):
        document = json.loads(content)
        for _ in range(chance.randrange(1, 6)):
            put_junk(document, chance)
        return json.dumps(document).encode()
    if how == 1:
        return content[: chance.randrange(len(content))]
    changed = bytearray(content)
    for _ in range(chance.randrange(1, 5)):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_a_damaged_log_is_never_a_traceback(path: Any) -> None:
    content = path.read_bytes()
    chance = random.Random(path.name)
    importer = BgaImporter(None, [loaded(SMALL.toml)])
    assert importer.claims(path.name, content.removeprefix(b"\xef\xbb\xbf"))
    for _ in range(60):
        items = read_bytes(damaged(content, chance), SMALL.toml)
        assert items
        for item in items:
            if isinstance(item, Found):
                assert json.loads(format_log(item.log))["game"] == "battle_sheep"
                with suppress(HexcoachError):  # a setup that cannot start is told as such
                    played(item)
            else:
                assert item.reason.endswith(".")
