"""A store made of shards is the store that a direct import makes, row by row."""

import gzip
import itertools
import json
import random
import zipfile
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from data.scale.rebuild import RebuildRefused
from engine.core.gamelog import GameLog
from engine.core.registry import game_keys
from engine.importers.hexlog import format_log
from tests.data.ledger import logs_of, write_logs
from tests.data.scale.both_ways import (
    contents_of,
    import_to,
    last_of,
    rebuild_to,
    shard_here,
)

SAMPLES = Path(__file__).resolve().parents[3] / "data" / "samples"
WHOLE = 1024 * 1024
"""Bytes of a job, more than any file here has."""


def make_both(names: list[Path], folder: Path, job_bytes: int) -> None:
    """Import the files in both ways and compare everything that is in the stores."""
    direct, rebuilt = folder / "direct.duckdb", folder / "rebuilt.duckdb"
    for path in (direct, rebuilt):
        path.unlink(missing_ok=True)
    import_to(names, direct)
    shard_here(names, folder / "shards", job_bytes)
    rebuild_to(folder / "shards", rebuilt)
    wanted, found = contents_of(direct), contents_of(rebuilt)
    assert found.keys() == wanted.keys()
    for table, rows in wanted.items():
        assert found[table] == rows, table


@pytest.mark.parametrize("job_bytes", [50_000, WHOLE])
def test_the_samples(tmp_path: Path, job_bytes: int) -> None:
    make_both([SAMPLES], tmp_path, job_bytes)


# What may happen to logs of one game, each as lines of a file.

GAMES = logs_of("china_gold", 3, 2, seed=5)[:2] + logs_of("battle_sheep", 2, 2, seed=6)[:1]


def document(log: GameLog) -> dict[str, object]:
    found: dict[str, object] = json.loads(format_log(log))
    return found


def without_source(log: GameLog) -> dict[str, object]:
    return {key: value for key, value in document(log).items() if key != "meta"}


def cut_after(part: int) -> Callable[[GameLog], dict[str, object]]:
    def cut(log: GameLog) -> dict[str, object]:
        return {**document(log), "moves": log.moves[: len(log.moves) * part // 4], "result": None}

    return cut


def spoilt(log: GameLog) -> dict[str, object]:
    moves = [*log.moves]
    moves[len(moves) // 2] = moves[0]
    return {**document(log), "moves": moves}


VARIANTS: dict[str, Callable[[GameLog], dict[str, object]]] = {
    "as it is": document,
    "with notes": lambda log: {**document(log), "notes": {"0": "hm"}},
    "without source": without_source,
    "from elsewhere": lambda log: {**document(log), "meta": {"source": "elsewhere"}},
    "without result": lambda log: {**document(log), "result": None},
    "wrong result": lambda log: {**document(log), "result": {"scores": [0, 0]}},
    "a quarter": cut_after(1),
    "half": cut_after(2),
    "half, without source": lambda log: {**cut_after(2)(log), "meta": None},
    "spoilt": spoilt,
    "unknown game": lambda log: {**document(log), "game": "chess"},
    "unknown rule": lambda log: {**document(log), "rules": {"nonsense": 1}},
}


@pytest.mark.parametrize("job_bytes", [150_000, WHOLE])
def test_whatever_logs_of_one_game_come_in_whatever_order(tmp_path: Path, job_bytes: int) -> None:
    pairs = list(itertools.product(VARIANTS, repeat=2))
    chance = random.Random(7)
    longer = [chance.choices(list(VARIANTS), k=chance.randint(3, 6)) for _ in range(60)]
    lines: list[str] = []
    for number, variants in enumerate([*pairs, *longer]):
        log = msgspec.structs.replace(GAMES[number % len(GAMES)], id=f"table {number}")
        lines += (json.dumps(VARIANTS[variant](log)) for variant in variants)
    # Those of one table stay in order, with others between them, in several files.
    places = sorted(range(len(lines)), key=lambda place: place + chance.randint(0, 40))
    rank = {place: order for order, place in enumerate(places)}
    told = ["" for _ in lines]
    start = 0
    for variants in [*pairs, *longer]:
        mine = range(start, start + len(variants))
        for place, order in zip(mine, sorted(rank[place] for place in mine), strict=True):
            told[order] = lines[place]
        start += len(variants)
    third = len(told) // 3
    paths = []
    for number in range(3):
        path = tmp_path / f"{number}.hexlog"
        path.write_text("\n".join(told[number * third : (number + 1) * third]), encoding="utf-8")
        paths.append(path)
    make_both(paths, tmp_path, job_bytes)


def test_every_container_and_what_is_none(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    (folder / "below").mkdir(parents=True)
    logs = [log for key in game_keys() for log in logs_of(key, 4, 2, seed=9)]
    lines = "".join(f"{format_log(log)}\n" for log in logs)
    (folder / "plain.hexlog").write_text(lines)
    (folder / "below" / "copy.hexlog").write_text(lines)
    (folder / "marked.hexlog").write_bytes(b"\xef\xbb\xbf" + lines.encode())
    (folder / "packed.hexlog.gz").write_bytes(gzip.compress(lines.encode()))
    (folder / "cut.hexlog.gz").write_bytes(gzip.compress(lines.encode())[:-200])
    (folder / "list.json").write_text(json.dumps([document(log) for log in logs], indent=1))
    with zipfile.ZipFile(folder / "all.zip", "w") as archive:
        archive.writestr("one/first.hexlog", lines)
        archive.writestr("two.hexlog", "12\n")
        archive.writestr("empty.hexlog", "")
    (folder / "empty.hexlog").write_text("")
    (folder / "blank.hexlog").write_text("\n" * 9_000)
    (folder / "letter.txt").write_text("Dear first player,\n")
    (folder / "bad.hexlog").write_text("12\n12\n")
    (folder / "bad-again.hexlog").write_text("12\n12\n")
    (folder / "MANIFEST.toml").write_text("")
    for job_bytes in (20_000, WHOLE):
        make_both([folder, tmp_path / "nowhere.hexlog"], tmp_path, job_bytes)


def test_two_imports_one_after_the_other(tmp_path: Path) -> None:
    first = write_logs(tmp_path / "first.hexlog", GAMES[:2])
    second = write_logs(tmp_path / "second.hexlog", GAMES)
    direct, rebuilt, shards = (tmp_path / name for name in ("d.duckdb", "r.duckdb", "shards"))
    for paths in ([second], [first, second]):
        import_to(paths, direct)
        shard_here(paths, shards, WHOLE)
    rebuild_to(shards, rebuilt)
    assert contents_of(rebuilt) == contents_of(direct)


def test_what_was_done_is_not_done_again(tmp_path: Path) -> None:
    path = write_logs(tmp_path / "games.hexlog", GAMES)
    first = last_of(shard_here([path], tmp_path / "shards", 1))
    written = {file: file.stat().st_mtime_ns for file in (tmp_path / "shards").rglob("*")}
    again = last_of(shard_here([path], tmp_path / "shards", 1))
    assert again == first
    (done,) = (file for file in written if file.suffix == ".done")
    del written[done], written[done.parent]
    assert all(file.stat().st_mtime_ns == when for file, when in written.items())


def test_lines_added_to_a_file_are_all_that_is_read_anew(tmp_path: Path) -> None:
    logs = logs_of("china_gold", 12, 2, seed=5)
    path = write_logs(tmp_path / "games.hexlog", logs[:6])
    shards = tmp_path / "shards"
    shard_here([path], shards, 1)
    before = {file.name for file in (shards / "manifests").iterdir()}
    write_logs(path, logs)
    shard_here([path], shards, 1)
    after = {file.name for file in (shards / "manifests").iterdir()}
    # The last piece may have gone on in the longer file, all others are what they were.
    assert len(before) == 6
    assert len(after & before) >= 5
    assert len(after) >= 12


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda shards: None, "There are no shards at"),
        (lambda shards: next(shards.glob("plans/*.done")).unlink(), "are not done"),
    ],
)
def test_what_cannot_be_rebuilt_is_told(
    tmp_path: Path, spoil: Callable[[Path], None], says: str
) -> None:
    shards = tmp_path / "shards"
    if "no shards" not in says:
        shard_here([write_logs(tmp_path / "games.hexlog", GAMES)], shards, WHOLE)
    spoil(shards)
    with pytest.raises(RebuildRefused, match=says):
        rebuild_to(shards, tmp_path / "store.duckdb")
    assert list(tmp_path.glob("*.duckdb*")) == []
