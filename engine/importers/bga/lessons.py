"""Lessons: which moves a game has and what fills them, as data by which dialects are taught."""

import tomllib
import unicodedata
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from engine.importers.bga.templates import Argument


class Shape(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A kind of move, or several that are told at once. `lessons/README.md` explains every key."""

    move: str | list[str]
    slots: dict[str, str] = {}
    hints: list[str] = []
    actor: bool = True
    arguments: dict[str, Argument] = {}
    """Holes that no argument of a notification fills."""
    defaults: dict[str, str] = {}
    """By slot, what is written where a notification does not tell it."""

    @property
    def moves(self) -> list[str]:
        return [self.move] if isinstance(self.move, str) else self.move


class Start(msgspec.Struct, forbid_unknown_fields=True):
    """A setup that logs may leave unsaid, and by which they can be tried."""

    setup: dict[str, Any]
    side: int
    """Of the hexagon that the cells' labels belong to."""


class Lesson(msgspec.Struct, forbid_unknown_fields=True):
    """One game's moves, and the words in them with what sites may call them."""

    moves: list[Shape] = []
    vocabulary: dict[str, dict[str, list[str]]] = {}
    named: dict[str, list[str]] = {}
    """By vocabulary, how words in the names of its arguments begin."""
    starts: list[Start] = []
    unsaid: str = ""
    """One sentence on what it costs where a log says nothing of what `starts` set."""
    picky: list[str] = []
    """Vocabularies whose arguments are named so, or hold words that are known by their spelling."""

    def word_for(self, vocabulary: str, said: str) -> str | None:
        """The word that a text means by its spelling alone; None where that does not tell."""
        words = self.vocabulary.get(vocabulary, {})
        folded = said.casefold().strip()
        for word, others in words.items():
            if folded == word or folded in others:
                return word
        bare = unaccented(folded)
        for word, others in words.items():
            if bare in map(unaccented, others):
                return word
        return next((word for word in words if _alike(word, folded)), None)


def unaccented(text: str) -> str:
    """The letters without what stands above or below them, as names in programs are written."""
    apart = unicodedata.normalize("NFD", text)
    return "".join(one for one in apart if not unicodedata.combining(one))


def _alike(word: str, said: str) -> bool:
    """Whether it is the same but for what parts its words."""
    bare = ["".join(letter for letter in one if letter.isalnum()) for one in (word, said)]
    return bool(bare[1]) and bare[0] == bare[1] and not bare[1].isdigit()


@cache
def lesson_of(game: str) -> Lesson:
    """The lesson of this game; an empty one where nobody wrote it."""
    file = resources.files("engine.importers.bga") / "lessons" / f"{game}.toml"
    if not file.is_file():
        return Lesson()
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), Lesson)
