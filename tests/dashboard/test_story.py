"""What a ply did, in words."""

import msgspec
import pytest

from dashboard.story import opening_texts, ply_texts
from engine.core.registry import game_keys
from engine.replay import replay
from tests.dashboard.samples import first_log


@pytest.mark.parametrize("game", game_keys())
def test_every_ply_has_its_text_and_no_sentence_is_half_empty(game: str) -> None:
    log = first_log(game)
    plies = ply_texts(replay(log))
    assert [ply.move for ply in plies] == log.moves
    told = [line for ply in plies for line in ply.events]
    assert told
    for line in (*told, *opening_texts(replay(log))):
        assert "{" not in line
        assert line.strip() == line
        assert "  " not in line


@pytest.mark.parametrize("game", game_keys())
def test_points_that_are_told_add_up_to_the_score(game: str) -> None:
    result = replay(first_log(game))
    told = [line for ply in ply_texts(result) for line in ply.events if " scores " in line]
    points = [int(line.split(" scores ")[1].split()[0]) for line in told]
    assert sum(points) == sum(result.scores or [])


def test_chance_is_told_from_decisions() -> None:
    plies = ply_texts(replay(first_log("china_gold")))
    assert {ply.chance for ply in plies if ply.move.startswith("throw")} == {True}
    assert {ply.chance for ply in plies if ply.move.startswith("turn")} == {False}


def test_notes_of_the_log_go_with_their_ply() -> None:
    log = msgspec.structs.replace(first_log("battle_sheep"), notes={"2": "why here?"})
    assert [ply.note for ply in ply_texts(replay(log))][:4] == ["", "", "why here?", ""]


def test_a_takenoko_story_reads_like_the_game() -> None:
    plies = ply_texts(replay(first_log("takenoko")))
    laid = next(ply for ply in plies if ply.move == "lay yellow+fertilizer 0,1")
    assert "P1 lays yellow with fertilizer at 0,1" in laid.events
    assert "Grows 1 yellow at 0,1" in laid.events


def test_an_illegal_game_is_told_up_to_where_it_stops() -> None:
    log = first_log("china_gold")
    broken = msgspec.structs.replace(log, moves=[*log.moves[:6], "turn a1 i5", *log.moves[6:]])
    assert len(ply_texts(replay(broken))) == 6
