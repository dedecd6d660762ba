"""Canonical texts read by the thousand come to the same codes as read one by one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import UnreadableMove
from engine.core.game import UNREAD
from engine.games.battle_sheep import GAME
from engine.games.battle_sheep.notation import NOTATION
from engine.simulate.playing import simulate


def test_every_move_of_a_game_is_read_at_once() -> None:
    texts = [move for log in simulate(GAME, 20, 4, 1, ["random"]) for move in log.moves]
    texts += ["pass", "start -32767,32767", "split 0,0 0,-1023 65535", "split 0,0 1,0 0"]
    codes = NOTATION.read_many(texts)
    assert UNREAD not in codes
    assert codes.tolist() == [NOTATION.parse(text) for text in texts]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " pass",
        "pass ",
        "passed",
        "PASS",
        "start",
        "start 3",
        "start 3,",
        "start 3,-",
        "start 3 -1",
        "start 3,-1 ",
        "start 3,-1 2",
        "start 3,-1,2",
        "start  3,-1",
        "start 3, -1",
        "start +3,-1",
        "start 32768,0",
        "start 0,999999999999",
        "start é,0",
        "split 0,0 1,0",
        "split 0,0 1,0 ",
        "split 0,0 1,0 -1",
        "split 0,0 1,0 2,3",
        "split 0,0 1,0 65536",
        "split 0,0 0,0 1",
        "split 0,0 2,1 1",
        "split 0,0 0,1024 1",
        "tile 0,0 0,1 1,0",
        "tile 0,0 0,1 1,0 1,2",
        "tile 0,1 0,0 1,0 1,1",
        "tile 0,0 0,1 1,0 1,1 2,2",
        "tile 0,0 0,1 1,0 1 1",
        "start 1,1\nstart 2,2",
    ],
)
def test_what_is_not_canonical_is_left_to_parse(text: str) -> None:
    assert NOTATION.read_many(["pass", text, "pass"])[1] == UNREAD


TEXTS = st.one_of(
    st.from_regex(r"(split|start|tile|pass)([ ,]-?[0-9]{1,6}){0,9}", fullmatch=True),
    st.from_regex(r"split -?[0-9],-?[0-9] -?[0-9],-?[0-9] [0-9]{1,5}", fullmatch=True),
    st.from_regex(r"tile( [01],[01]){4}", fullmatch=True),
    st.text("spliartc 0123-,+\n\x00é", max_size=12),
)


@given(st.lists(TEXTS, max_size=6))
def test_what_is_read_at_once_is_what_parse_reads(texts: list[str]) -> None:
    for text, code in zip(texts, NOTATION.read_many(texts).tolist(), strict=True):
        if code == UNREAD:
            continue
        try:
            assert NOTATION.parse(text) == code
        except UnreadableMove as error:
            raise AssertionError(f"{text!r} was read at once: {code}") from error
