"""Cases in `tests/samples/bga`: a saved file, whatever lies beside it, and what is to come of it.

`NAME.expected.toml` says it of `NAME.<ending>` in the same folder, read by the dialect of that name
in `dialects`; `spec.toml` lists what the cases have to show.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from engine.core.errors import HexcoachError
from engine.importers.bga.dialect import read_dialect_file
from engine.importers.bga.opening import Saved, open_logs
from engine.importers.bga.reader import BgaImporter
from engine.importers.containers import Opened, open_path
from engine.importers.contract import Found, Rejected, importers
from engine.importers.reading import read_raw
from tests.engine.importers.bga.reading import played

FOLDER = Path(__file__).resolve().parents[3] / "samples" / "bga"
EXPECTED = ".expected.toml"
BESIDE = (".tableinfos.json", ".getGames.json")
PACKED = {".gz", ".zst", ".zip"}
ALWAYS_WARNED = "is unverified: only a replay"


class Game(msgspec.Struct, forbid_unknown_fields=True):
    """One thing in the file: a game, or why it is none. What is left out is not to be there."""

    rejected: list[str] = []
    """Words of the sentence; everything else is of games that are read."""
    grade: str = "replayable"
    id: str | None = "400000001"
    game: str = "battle_sheep"
    players: list[str] = msgspec.field(default_factory=lambda: ["first", "second"])
    """Names by seat."""
    ratings: list[float | None] | None = None
    moves: list[str] = []
    reason: str | None = None
    scores: list[float] | None = None
    winners: list[int] | None = None
    status: str = "verified"
    unknown: dict[str, int] = {}
    taken_back: int = 0
    words: list[str] = []
    """Each is in one warning, and no warning is without one."""
    meta: dict[str, Any] = {}
    """Of the log's `meta`, what matters to the case."""


class Case(msgspec.Struct, forbid_unknown_fields=True):
    """What is to come of one file."""

    shows: list[str]
    """Keys of `spec.toml`."""
    games: list[Game]
    dialect: str | None = None
    game: str | None = None
    """What the user says."""
    kind: str | None = None
    """Of a wrong file, the word for programs."""
    file: str | None = None
    """Where the file is another one than that of the name, from the folder of the expectation."""


def expectations() -> list[Path]:
    return sorted(FOLDER.glob(f"*/*{EXPECTED}"))


@cache
def case_of(expectation: Path) -> Case:
    return msgspec.convert(tomllib.loads(expectation.read_text("utf-8")), Case)


def files_of(expectation: Path) -> list[Path]:
    """The file of the case, then what lies beside it."""
    named = case_of(expectation).file
    if named is None:
        stem = expectation.name.removesuffix(EXPECTED)
        found = [path for path in expectation.parent.glob(f"{stem}.*") if path != expectation]
        return sorted(found, key=lambda path: path.name.endswith(BESIDE))
    file = (expectation.parent / named).resolve()
    stem = file.name.split(".")[0]
    beside = [path for path in file.parent.glob(f"{stem}.*") if path.name.endswith(BESIDE)]
    return [file, *(path for path in beside if path != file)]


@cache
def texts_of(expectation: Path) -> str:
    """Everything in the files of the case, unpacked."""
    found = []
    for path in files_of(expectation):
        if path.suffix not in PACKED:
            found.append(path.read_text("utf-8", "replace"))
            continue
        for opened in open_path(path):
            assert isinstance(opened, Opened)
            found.append(opened.stream.read().decode("utf-8"))
    return "\n".join(found)


@cache
def shown() -> dict[str, list[Path]]:
    """The cases that show each thing of the spec."""
    found: dict[str, list[Path]] = {}
    for expectation in expectations():
        for key in case_of(expectation).shows:
            found.setdefault(key, []).append(expectation)
    return found


class Listed(msgspec.Struct, forbid_unknown_fields=True):
    """A thing of the spec."""

    says: str
    """In the words of the spec."""
    holds: str = ""
    """A pattern: without it in one of its files a case cannot show this."""


def spec() -> dict[str, Listed]:
    document = tomllib.loads((FOLDER / "spec.toml").read_text("utf-8"))
    return {
        f"{section}.{key}": msgspec.convert(row, Listed)
        for section, rows in document.items()
        for key, row in rows.items()
    }


def holds(expectation: Path, pattern: str) -> bool:
    return re.search(pattern, texts_of(expectation), re.DOTALL) is not None


def read_case(expectation: Path) -> list[Found | Rejected]:
    """The file as the product reads it, by the dialect and the game of the case."""
    case = case_of(expectation)
    dialects = []
    if case.dialect is not None:
        dialects.append(read_dialect_file(FOLDER / "dialects" / f"{case.dialect}.toml"))
    known = dict(importers()) | {"bga": BgaImporter(case.game, dialects)}
    path = files_of(expectation)[0]
    with path.open("rb", buffering=0) as raw:
        return [entry.item for entry in read_raw(raw, str(path), known)]


def status_of(found: Found) -> str:
    """What the replay says of the game; `no setup` where it cannot even begin."""
    try:
        return played(found).status.value
    except HexcoachError:
        return "no setup"


def told(item: Found | Rejected, wanted: Game) -> Game:
    """What came of it, in the form in which it was wanted."""
    if isinstance(item, Rejected):
        assert item.reason.endswith(".")
        assert item.reason.count(". ") == 0, "one sentence"
        missing = [words for words in wanted.rejected if words not in item.reason]
        assert not missing, f"{missing} not in {item.reason!r}"
        return Game(rejected=wanted.rejected if wanted.rejected else [item.reason])
    log, result = item.log, item.log.result
    meta = log.meta or {}
    warnings = [text for text in item.warnings if ALWAYS_WARNED not in text]
    unforeseen = [text for text in warnings if not any(word in text for word in wanted.words)]
    return Game(
        grade=item.grade,
        id=log.id,
        game=log.game,
        players=[player.name for player in log.players],
        ratings=(None if wanted.ratings is None else [player.rating for player in log.players]),
        moves=log.moves,
        reason=result.reason if result else None,
        scores=result.scores if result else None,
        winners=result.winners if result else None,
        status=status_of(item),
        unknown=dict(item.unknown),
        taken_back=meta.get("moves_taken_back", 0),
        words=[
            *(word for word in wanted.words if any(word in text for text in warnings)),
            *unforeseen,
        ],
        meta={key: meta.get(key) for key in wanted.meta},
    )


def kind_of(expectation: Path) -> str | None:
    """Of a wrong file, the word for programs."""
    opened = open_logs(files_of(expectation)[0].read_bytes())
    return next((one.kind for one in opened if not isinstance(one, Saved)), None)
