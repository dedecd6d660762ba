"""Logs that have a name in every place that can hold text, one place after another."""

import json
import re
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import msgspec

from tests.data.hidden import named_logs

SAMPLES = Path(__file__).parents[1] / "samples"
WORDS = ("xyzzyplugh", "qwertzuiop")
FORMS = (
    "Xyzzyplugh Qwertzuiop",
    "xyzzyplugh",
    'so "says" XYZZYPLUGH `says` Qwertzuiop',
    "it's “Qwertzuiop's” 'turn'",
    "xyzzyplugh_qwertzuiop7",
    "<b>Xyzzyplugh</b>",
)
BY_LINE = "bga/endings/abandon-by-decision.json"
"""Such logs may stand in one file, one a line."""
DOCUMENTS = (
    "bga/endings/didntstart.tableinfos.json",
    "bga/containers/texts.json",
    "bga/wrong/refusal-limit.json",
)
TEXTS = (
    "bga/containers/times.csv",
    "bga/wrong/page.html",
    "bga/wrong/refusal-in-page.html",
    "simulators/battle-sheep-tuupertunut-1.txt",
    "bad/not-a-log.txt",
)
MOST_WORDS = 4
"""Of a text that are replaced, one a file."""


def write_hostile(folder: Path) -> int:
    """Fill a folder, and say with how many files."""
    folder.mkdir()
    forms = cycle(FORMS)
    written = 0

    def write(ending: str, text: str) -> None:
        nonlocal written
        written += 1
        (folder / f"{written:03} Xyzzyplugh.{ending}").write_text(text, encoding="utf-8")

    log = json.loads(msgspec.json.encode(named_logs(count=1)[0]))
    log["rules"] = {"switch": "text"}
    log["players"][0]["name"] = "Xyzzyplugh Qwertzuiop"
    log["moves"] = log["moves"][:6]
    write("hexlog", "".join(f"{json.dumps(one)}\n" for one in _everywhere(log, forms)))
    log["rules"] = {}
    write("hexlog", "".join(f"{json.dumps(one)}\n" for one in _everywhere(log, forms)))
    logs = _everywhere(json.loads((SAMPLES / BY_LINE).read_bytes()), forms)
    write("jsonl", "".join(f"{json.dumps(one)}\n" for one in logs))
    for name in DOCUMENTS:
        for one in _everywhere(json.loads((SAMPLES / name).read_bytes()), forms):
            write(name.split("/")[-1].split(".", 1)[1], json.dumps(one, ensure_ascii=False))
    for name in TEXTS:
        for text in _in_words((SAMPLES / name).read_text(encoding="utf-8"), forms):
            write(name.rsplit(".", 1)[1], text)
    return written


def _everywhere(document: Any, forms: Iterator[str]) -> Iterator[Any]:
    """Copies with another form in the place of a value, or of a key, a copy each; of all that have
    the same path but for numbers in lists, the last one."""
    places: dict[str, Callable[[Any, str], None]] = {}
    _find(document, (), places)
    for change in places.values():
        copy = json.loads(json.dumps(document))
        change(copy, next(forms))
        yield copy


def _find(
    value: Any, path: tuple[str | int, ...], places: dict[str, Callable[[Any, str], None]]
) -> None:
    said = "/".join("*" if isinstance(step, int) else step for step in path)
    if path:
        places[said] = lambda document, form: _put(document, path, form)
    if isinstance(value, dict):
        if path:
            places[f"{said} name"] = lambda document, form: _rename(document, path, form)
        for key, one in value.items():
            _find(one, (*path, key), places)
    elif isinstance(value, list):
        for number, one in enumerate(value):
            _find(one, (*path, number), places)


def _inside(document: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        document = document[step]
    return document


def _put(document: Any, path: tuple[str | int, ...], form: str) -> None:
    _inside(document, path[:-1])[path[-1]] = form


def _rename(document: Any, path: tuple[str | int, ...], form: str) -> None:
    within = _inside(document, path)
    key = next(reversed(within), None)
    within[form] = within.pop(key) if key is not None else form


def _in_words(text: str, forms: Iterator[str]) -> Iterator[str]:
    words = list({word.group(): word for word in re.finditer(r"[^\s;<>]+", text)}.values())
    for word in words[:: max(1, len(words) // MOST_WORDS)]:
        yield text[: word.start()] + next(forms) + text[word.end() :]
