"""What things are called on the pages, and how texts from logs are kept plain text."""

import html
import re
import unicodedata

import polars as pl

from dashboard.texts import catalogue, text, word
from data.export import csv_bytes
from data.filters import Grouping
from engine.core.registry import find_game

JOINER = "\u2060"
"""Invisible and without width: keeps Markdown from making links and emojis of a text."""

STEERING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that turn the direction of whatever is written after them."""

ISOLATED = "\u2068{}\u2069"
"""Keeps a name that is read from the right from turning the score beside it."""

LONGEST_NAME = 40

SEAT_COLOURS = ("#0072B2", "#E69F00", "#CC79A7", "#303030")


def game_name(key: str) -> str:
    return find_game(key).name


def seat_name(seat: int) -> str:
    """Seats as people count them, from 1."""
    return text("seat.name", number=seat + 1)


def player_name(name: str, seat: int) -> str:
    """A person's name as it stands among other words; who has none is called by the seat."""
    return one_line(name) or seat_name(seat)


def one_line(value: str) -> str:
    """A name from a log on one line, of bounded length and with its direction kept to itself;
    empty if there is nothing to be seen of it."""
    shown = STEERING.sub("", " ".join(value.split()))
    if not any(letter.isprintable() and not letter.isspace() for letter in shown):
        return ""
    if len(shown) > LONGEST_NAME:
        shown = f"{shown[: LONGEST_NAME - 1]}…"
    from_right = any(unicodedata.bidirectional(letter) in {"R", "AL"} for letter in shown)
    return ISOLATED.format(shown) if from_right else shown


def status_name(status: str) -> str:
    return word("", "status", status)


def objective_name(game: str, key: str) -> str:
    return word(game, "objective", key)


def what_name(game: str, kind: str, what: str) -> str:
    """What an effect of this kind is about; a game may name it anew for one kind of effect."""
    if kind.startswith("objective"):
        return objective_name(game, what)
    own = f"{game}.{kind}.{what}"
    return catalogue()[own] if own in catalogue() else word(game, "what", what)


def group_name(game: str, by: Grouping, value: str) -> str:
    """The name of one part of a grouping, as text that nothing has been escaped in."""
    if by is Grouping.SEAT:
        return seat_name(int(value))
    if by is Grouping.PLACE:
        return text("group.place", place=value) if value else text("group.unfinished")
    if by is Grouping.OUTCOME:
        return word("", "outcome", value) if value else text("group.unfinished")
    if by is Grouping.PLAYERS:
        return text("group.players", count=value)
    if by is Grouping.BOARD and not value:
        return text("group.no_board")
    if by is Grouping.NOTHING:
        return text("group.everything")
    return one_line(value) or text("group.nameless")


def markdown_text(value: str) -> str:
    """A text from a log for a place that reads Markdown: shown letter by letter."""
    escaped = re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", value)
    return re.sub(r"(\\[:.@])", rf"\1{JOINER}", escaped).replace("\n", " ")


def plotly_text(value: str) -> str:
    """A text for a chart, which takes `<b>` and `<a>` for markup."""
    return html.escape(value, quote=False).replace("\n", " ")


def spreadsheet_csv(frame: pl.DataFrame) -> bytes:
    """A table as CSV that a spreadsheet takes for text in the right letters, and for no formula."""
    return "\ufeff".encode() + csv_bytes(frame)
