"""Which importer reads a file, and that one file costs no other."""

import gzip
import json
import zipfile
from pathlib import Path

import pytest

from engine.importers import containers
from engine.importers.contract import Found, Rejected, importers
from engine.importers.reading import HEXLOG_ENDINGS, importer_of, read_file, read_stream

GAME = {
    "format": "hexlog/1",
    "game": "china_gold",
    "players": [{"name": "Ana"}, {"name": "Zoë"}],
    "moves": ["throw 3"],
}
LINE = json.dumps(GAME).encode() + b"\n"


def test_every_importer_has_the_name_of_its_folder_and_a_version() -> None:
    folders = {path.parent.name for path in Path(containers.__file__).parent.glob("*/__init__.py")}
    assert importers().keys() == folders
    for key, importer in importers().items():
        assert importer.key == key
        assert importer.version


@pytest.mark.parametrize(
    ("name", "head"),
    [
        ("games.hexlog", b"whatever"),
        ("GAMES.HEXLOG", b"whatever"),
        ("games.txt", LINE),
        ("games", b'  {"players": [], "format" : "hexlog/1"}'),
        ("games.jsonl", b"not json"),
        ("page.txt", b' [{"packet": 1}]'),
    ],
)
def test_what_looks_like_hexlog_or_json_is_read_as_such(name: str, head: bytes) -> None:
    assert importer_of(name, head) is importers()["hexlog"]


@pytest.mark.parametrize("ending", HEXLOG_ENDINGS)
@pytest.mark.parametrize("packing", ["", ".gz"])
def test_all_usual_endings_are_read(tmp_path: Path, ending: str, packing: str) -> None:
    path = tmp_path / f"games{ending}{packing}"
    path.write_bytes(gzip.compress(LINE) if packing else LINE)
    (entry,) = read_file(path)
    assert isinstance(entry.item, Found)
    assert entry.importer is importers()["hexlog"]
    assert entry.file == str(path)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_named_with_its_mark_or_without(encoding: str) -> None:
    rejected = importer_of("games.hexlog", LINE.decode().encode(encoding))
    assert isinstance(rejected, Rejected)
    assert rejected.reason == "The file is in UTF-16, logs are in UTF-8: save it again as UTF-8."


@pytest.mark.parametrize(
    "head",
    [
        b"\x7fELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1\0\0\0",
        b"SQLite format 3\0\x10\0\1\1\0@  \0\0\0\2",
        b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0",
    ],
    ids=["program", "database", "sound"],
)
@pytest.mark.parametrize("name", ["games.hexlog", "games.json", "games"])
def test_what_is_no_text_is_told_at_once(name: str, head: bytes) -> None:
    rejected = importer_of(name, head)
    assert isinstance(rejected, Rejected)
    assert rejected.reason == "This is no text file, whatever its name says, and logs are text."


def test_a_log_with_a_spoilt_line_is_still_a_log() -> None:
    assert importer_of("games.hexlog", bytes(500) + b"\n" + LINE) is importers()["hexlog"]


def test_zeros_are_no_utf_16() -> None:
    assert importer_of("games.hexlog", bytes(1000)) is importers()["hexlog"]


def test_what_nobody_knows_is_refused_with_its_beginning() -> None:
    rejected = importer_of("picture.png", b"\x89PNG\r\n\x1a\n")
    assert isinstance(rejected, Rejected)
    assert rejected.reason.startswith("This is no game log that can be read here; ")
    assert "hexlog" in rejected.reason
    assert rejected.text == "�PNG �"


def test_every_file_of_a_zip_answers_for_itself(tmp_path: Path) -> None:
    path = tmp_path / "all.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in (("a", LINE), ("b", b""), ("c", b"text"), ("d.hexlog", LINE)):
            archive.writestr(name, content)
    entries = [(entry.file, isinstance(entry.item, Found)) for entry in read_file(path)]
    assert entries == [
        (f"{path}/a", True),
        (f"{path}/b", False),
        (f"{path}/c", False),
        (f"{path}/d.hexlog", True),
    ]


def test_a_bomb_costs_what_comes_after_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(containers, "RATIO_COUNTS_FROM", 2 * 1024**2)
    path = tmp_path / "games.hexlog.gz"
    path.write_bytes(gzip.compress(LINE + bytes(64 * 1024**2) + b"\n" + LINE))
    first, fault = (entry.item for entry in read_file(path))
    assert isinstance(first, Found)
    assert isinstance(fault, Rejected)
    assert fault.line == 2
    assert "as a zip bomb does and no game log" in fault.reason


def test_a_pipe_is_read(tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_bytes(LINE + LINE)
    with path.open("rb") as stream:
        entries = list(read_stream(stream, "pipe"))
    assert [(entry.file, entry.item.line) for entry in entries] == [("pipe", 1), ("pipe", 2)]
