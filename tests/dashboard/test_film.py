"""The payload that the browser gets: small, whole, and put together again as the browser does."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from dashboard.boards import boards
from dashboard.components.replay.compact import board_cells, patch_between, patched, patches
from dashboard.components.replay.film import PlyText, film
from tests.dashboard.samples import first_log, first_positions, games_with_samples

scalars = some.one_of(some.integers(), some.text(max_size=3), some.booleans())
documents: some.SearchStrategy[dict[str, Any]] = some.dictionaries(
    some.sampled_from("abcd"),
    some.recursive(
        some.one_of(scalars, some.lists(scalars, max_size=2)),
        lambda inner: some.dictionaries(some.sampled_from("abcd"), inner, max_size=3),
        max_leaves=8,
    ),
    max_size=4,
)


@given(documents, documents)
def test_a_patch_leads_from_the_old_to_the_new(old: dict[str, Any], new: dict[str, Any]) -> None:
    assert patched(old, patch_between(old, new)) == new


@given(documents)
def test_no_change_is_an_empty_patch(document: dict[str, Any]) -> None:
    assert patch_between(document, document) == {}


@given(documents, documents)
def test_what_a_patch_does_not_name_is_shared(old: dict[str, Any], new: dict[str, Any]) -> None:
    result = patched(old, patch_between(old, new))
    for key, value in new.items():
        if old.get(key) == value and type(old.get(key)) is type(value):
            assert result[key] is old[key]


def film_of(game: str) -> dict[str, Any]:
    board = boards()[game]
    log = first_log(game)
    plies = [PlyText(move=move, seat=0, turn=0, chance=False) for move in log.moves]
    made = film(board, board.setting(log), first_positions(game), plies)
    return dict(msgspec.json.decode(made + b"}"))


@pytest.mark.parametrize("game", games_with_samples())
def test_a_film_gives_back_every_frame(game: str) -> None:
    board = boards()[game]
    log, positions = first_log(game), first_positions(game)
    setting = board.setting(log)
    shown: dict[str, Any] = {}
    for ply, patch in enumerate(film_of(game)["patches"]):
        shown = patched(shown, patch)
        before = (log.moves[ply - 1], positions[ply - 1]) if ply else (None, None)
        frame = board.frame(positions[ply], before[0], before[1], setting)
        assert shown == msgspec.json.decode(msgspec.json.encode(frame))
    assert shown


@pytest.mark.parametrize("game", games_with_samples())
def test_a_film_has_room_for_every_cell_that_is_ever_drawn(game: str) -> None:
    made = film_of(game)
    frames = []
    shown: dict[str, Any] = {}
    for patch in made["patches"]:
        shown = patched(shown, patch)
        frames.append(shown)
    assert made["cells"] == board_cells(frames)
    assert {cell for frame in frames for cell in frame["cells"]} <= set(made["cells"])


def test_a_long_game_stays_under_a_megabyte() -> None:
    log = first_log("takenoko")
    assert len(log.moves) > 440
    board = boards()["takenoko"]
    plies = [PlyText(move=move, seat=0, turn=0, chance=False) for move in log.moves]
    made = film(board, board.setting(log), first_positions("takenoko"), plies)
    assert len(made) < 1_000_000


def test_films_of_different_games_have_different_tokens() -> None:
    tokens = {film_of(game)["token"] for game in games_with_samples()}
    assert len(tokens) == len(games_with_samples())


def test_the_first_patch_is_the_whole_first_frame() -> None:
    assert patches([{"a": 1}, {"a": 1, "b": {"c": 2}}, {"b": {}}]) == [
        {"a": 1},
        {"b": {"c": 2}},
        {"a": None, "b": {"c": None}},
    ]
