"""The words of the pages, in one catalogue that is looked up by key.

`<language>.toml` holds the words of the pages, `<language>.<game>.toml` those that a game brings:
a translation is one more set of files, a game one more file in each language.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGE = "en"

_FOLDER = Path(__file__).resolve().parent


def _flat(table: dict[str, Any], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            found |= _flat(value, f"{prefix}{key}.")
        else:
            found[f"{prefix}{key}"] = str(value)
    return found


@cache
def catalogue(language: str = LANGUAGE) -> dict[str, str]:
    """Every text by its dotted key."""
    texts: dict[str, str] = {}
    for path in sorted(_FOLDER.glob(f"{language}*.toml")):
        with path.open("rb") as file:
            texts |= _flat(tomllib.load(file))
    return texts


def text(key: str, /, **values: object) -> str:
    """The text of a key, its `{names}` filled in. Values are inserted as they are."""
    return catalogue()[key].format(**values)


def plain_words(name: str) -> str:
    """A name such as `full-deployment` as words, for what a catalogue does not know."""
    words = re.sub(r"[-_:]+", " ", name).strip()
    return words[:1].upper() + words[1:]


@cache
def word(game: str, group: str, name: str) -> str:
    """The name of something that a game brings: an objective, a layer, a source of points.

    Looked for among the game's own words, then among the shared ones; `mountain-5` is also found
    as `mountain-#`, with its number filled in. What nobody has named is shown in plain words.
    """
    numbers = re.findall(r"\d+", name)
    pattern = re.sub(r"\d+", "#", name)
    for key in (f"{game}.{group}.{name}", f"{group}.{name}"):
        if key in catalogue():
            return catalogue()[key]
    for key in (f"{game}.{group}.{pattern}", f"{group}.{pattern}"):
        if key in catalogue():
            return catalogue()[key].format(*numbers)
    return plain_words(name)
