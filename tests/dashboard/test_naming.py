"""Texts from logs stay texts: in Markdown, in charts, in spreadsheets."""

import re

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as some

from dashboard.naming import (
    JOINER,
    LONGEST_NAME,
    group_name,
    markdown_text,
    player_name,
    plotly_text,
    spreadsheet_csv,
)
from data.filters import Grouping

PUNCTUATION = r"[!-/:-@\[-`{-~]"

HOSTILE = [
    "<script>alert(1)</script>",
    "**bold** _it_ `code`",
    "[here](http://example.com)",
    "![x](http://example.com/x.png)",
    "$x^2$",
    ":red[x] :smile:",
    "# title\n- item",
    "http://example.com www.example.com a@example.com",
]


@given(some.text())
def test_every_mark_of_markdown_is_escaped(value: str) -> None:
    shown = markdown_text(value)
    assert re.search(PUNCTUATION, re.sub(rf"\\{PUNCTUATION}", "", shown)) is None
    assert "\n" not in shown


@pytest.mark.parametrize("value", HOSTILE)
def test_only_escapes_and_joiners_are_added(value: str) -> None:
    shown = markdown_text(value).replace(JOINER, "")
    assert re.sub(r"\\(.)", r"\1", shown) == value.replace("\n", " ")


@pytest.mark.parametrize("value", ["http://example.com", ":smile:", "a@example.com", "www.x.org"])
def test_links_and_emojis_are_broken_up(value: str) -> None:
    assert JOINER in markdown_text(value)


@pytest.mark.parametrize("name", ["", " \t\n", "\u200b", "\u202e\u2066"])
def test_who_has_no_name_to_be_seen_is_called_by_the_seat(name: str) -> None:
    assert player_name(name, 1) == "Seat 2"
    assert group_name("takenoko", Grouping.PLAYER, name) == "(no name)"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Player A", "Player A"),
        ("two\nlines\tand  more", "two lines and more"),
        ("a\u202eb", "ab"),
        ("\u05d0\u202e\u05d1", "\u2068\u05d0\u05d1\u2069"),
        ("\U0001f469\u200d\U0001f467", "\U0001f469\u200d\U0001f467"),
        ("x" * 1000, "x" * (LONGEST_NAME - 1) + "…"),
    ],
)
def test_a_name_neither_turns_nor_pushes_away_what_stands_beside_it(name: str, shown: str) -> None:
    assert player_name(name, 0) == shown


@given(some.text())
def test_a_chart_gets_no_markup(value: str) -> None:
    assert "<" not in plotly_text(value)
    assert ">" not in plotly_text(value)


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_a_spreadsheet_gets_no_formula(start: str) -> None:
    frame = pl.DataFrame({"name": [f"{start}1+1", "plain"], "number": [-1, 2]})
    lines = spreadsheet_csv(frame).decode("utf-8-sig")
    assert f"'{start}1+1" in lines
    assert "\nplain,2" in lines
    assert ",-1\n" in lines


@pytest.mark.parametrize(
    ("by", "value", "name"),
    [
        (Grouping.SEAT, "0", "Seat 1"),
        (Grouping.PLACE, "2", "Place 2"),
        (Grouping.PLACE, "", "Not finished"),
        (Grouping.OUTCOME, "won", "Winners"),
        (Grouping.OUTCOME, "", "Not finished"),
        (Grouping.PLAYERS, "3", "3 players"),
        (Grouping.BOARD, "", "Built by the players"),
        (Grouping.BOARD, "mine", "mine"),
        (Grouping.NOTHING, "", "Everybody"),
        (Grouping.PLAYER, "<b>Ann</b>", "<b>Ann</b>"),
    ],
)
def test_groups_are_called_by_what_they_are(by: Grouping, value: str, name: str) -> None:
    assert group_name("takenoko", by, value) == name
