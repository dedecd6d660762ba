"""Answers to exercises: judged by the review where it knows, else by playing them out."""

from collections.abc import Iterator
from dataclasses import replace as replaced
from functools import cache
from typing import Any

import msgspec
import pytest

from data.answers import Question
from engine.analysis.decisions import Judge, Judged
from engine.analysis.judgement import TOLERANCE, exactly
from engine.analysis.review import Decision, Review
from engine.core.errors import IllegalMove, UnreadableMove
from engine.core.ids import MoveCode
from engine.replay import Replay, replay, states
from tests.data.reviewed import GAMES, labelled, log_with_mistakes, tiny_review
from tests.engine.analysis.plain import Plain

EVERY_GAME = list(GAMES)


@cache
def reviewed(game: str) -> tuple[Replay, Review]:
    played = replay(log_with_mistakes(game))
    return played, tiny_review(played, GAMES[game][1])


def decisions(game: str) -> Iterator[Decision]:
    _, found = reviewed(game)
    plies = {ply for seat in (0, 1) for ply in labelled(found, seat)}
    yield from (one for one in found.decisions if one.ply in plies)


@cache
def questions(game: str) -> list[Question]:
    played, _ = reviewed(game)
    return [Question(played, decision) for decision in decisions(game)]


def question(game: str, **changed: Any) -> Question:
    """The game's first question, of a review that says something else."""
    first = questions(game)[0]
    return Question(first.replay, msgspec.structs.replace(first.decision, **changed))


# What the review knows


@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_best_move_of_the_review_is_right_and_the_one_played_is_not(game: str) -> None:
    assert len(questions(game)) >= 2
    for asked in questions(game):
        said = asked.decision
        best = asked.judge(asked.read(said.best))
        assert (best.correct, best.loss, best.stored, best.is_certain) == (True, 0.0, True, True)
        assert best.reasons == ()
        played = asked.judge(asked.read(said.played))
        assert (played.correct, played.stored) == (False, True)
        assert (played.loss, played.low, played.high) == (said.loss, said.low, said.high)
        assert (played.samples, played.exact) == (said.samples, said.exact)
        assert (played.best, played.reasons) == (said.best, said.reasons)
        assert played.is_certain


@pytest.mark.parametrize("game", EVERY_GAME)
def test_what_the_review_found_as_good_is_right_without_a_number(game: str) -> None:
    first = questions(game)[0]
    other = next(
        move for move in first.moves if move not in {first.decision.best, first.decision.played}
    )
    asked = question(game, as_good=(other,))
    found = asked.judge(asked.read(other))
    assert (found.correct, found.loss, found.stored) == (True, None, True)
    assert found.best == first.decision.best


@pytest.mark.parametrize(("loss", "correct"), [(TOLERANCE, True), (TOLERANCE + 1e-9, False)])
def test_up_to_two_points_are_right(loss: float, correct: bool) -> None:
    asked = question("china_gold", loss=loss, low=loss, high=loss)
    found = asked.judge(asked.read(asked.decision.played))
    assert (found.correct, found.loss) == (correct, loss)


def test_another_notation_is_the_same_answer() -> None:
    """A set of cells in another order, and in capitals."""
    asked = next(one for one in questions("china_gold") if len(one.decision.best.split()) > 2)
    word, *cells = asked.decision.best.split()
    assert cells != cells[::-1]
    found = asked.judge(asked.read(f"  {word.upper()}   {' '.join(reversed(cells)).upper()} "))
    assert (found.correct, found.loss, found.move) == (True, 0.0, asked.decision.best)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_moves_to_the_same_position_are_the_same_answer(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every other move is made to lead where the best one leads."""
    first = questions(game)[0]
    asked = Question(first.replay, first.decision)
    other = next(move for move in asked.moves if move != asked.decision.best)
    there = asked._position_after(asked.read(asked.decision.best))
    monkeypatch.setattr(asked, "_position_after", lambda move: there)
    found = asked.judge_stored(asked.read(other))
    assert found is not None
    assert (found.correct, found.loss, found.move) == (True, 0.0, other)


# What it does not know


def test_where_the_rest_can_be_searched_every_move_is_judged_exactly() -> None:
    """Against plain recursion."""
    asked = questions("china_gold")[-1]
    played, seat = asked.replay, asked.seat
    codes = {move: asked.read(move) for move in asked.moves}
    plain = Plain(played.game, played.seats, 200_000)
    values = {move: plain.after(asked.view, code)[seat] for move, code in codes.items()}
    assert len(values) > 4
    evaluated = 0
    for move, code in codes.items():
        found = asked.judge(code)
        loss = max(values.values()) - values[move]
        assert found.exact
        assert found.correct == (loss <= TOLERANCE)
        assert found.loss is None or found.loss == pytest.approx(loss)
        assert values[found.best] == pytest.approx(max(values.values()))
        evaluated += not found.stored
    assert evaluated > 0


def sampled(game: str = "takenoko") -> tuple[Question, MoveCode]:
    """A question that cannot be solved, and an answer that its review did not compare."""
    for asked in questions(game):
        for move in asked.moves:
            code = asked.read(move)
            if not asked.decision.exact and asked.judge_stored(code) is None:
                return asked, code
    raise AssertionError("every answer is known")


def test_other_moves_are_played_out_the_same_each_time() -> None:
    asked, code = sampled()
    found = asked.judge(code)
    assert not found.stored
    assert not found.exact
    assert found.samples >= 100
    assert found.loss is not None
    assert found.low is not None
    assert found.high is not None
    assert found.low <= found.loss <= found.high
    assert found.correct == (found.loss <= TOLERANCE)
    assert asked.judge(code) == found


def test_a_clear_mistake_that_the_review_did_not_compare_is_found() -> None:
    """The move played, taken out of what the review knows."""
    first = next(one for one in questions("takenoko") if one.decision.loss > 0.4)
    said = first.decision
    asked = Question(first.replay, msgspec.structs.replace(said, played=said.best))
    found = asked.judge(asked.read(said.played))
    assert not found.stored
    assert not found.correct
    assert found.loss is not None
    assert found.loss > 0.1


def test_a_quick_search_that_overlooks_the_best_move_does_not_make_an_answer_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = next(one for one in questions("takenoko") if one.decision.loss > 0.4)
    said = first.decision
    asked = Question(first.replay, msgspec.structs.replace(said, played=said.best))
    code = asked.read(said.played)

    def overlooked(judge: Judge, played: MoveCode) -> Judged:
        equal = (0.5, 0.5)
        return Judged(int(played), (), exactly(0.0), equal, equal, equal, equal, 0.0)

    monkeypatch.setattr(Judge, "judge", overlooked)
    found = asked.judge(code)
    assert not found.correct
    assert found.best == said.best
    assert found.loss is not None
    assert found.loss > 0.1


def test_an_interval_on_both_sides_of_the_tolerance_is_not_certain() -> None:
    asked = questions("china_gold")[0]
    known = asked.judge(asked.read(asked.decision.played))
    for correct, loss, low, high, certain in (
        (True, 0.01, -0.02, 0.02, True),
        (True, 0.01, -0.02, 0.03, False),
        (False, 0.05, 0.01, 0.09, False),
        (False, 0.05, 0.03, 0.07, True),
    ):
        found = replaced(known, correct=correct, loss=loss, low=low, high=high)
        assert found.is_certain == certain


# What is no answer


@pytest.mark.parametrize("game", EVERY_GAME)
def test_what_cannot_be_read_is_told_by_the_notation(game: str) -> None:
    with pytest.raises(UnreadableMove):
        questions(game)[0].read("castle kingside")


@pytest.mark.parametrize(
    ("game", "move"),
    [("battle_sheep", "split 0,0 1,0 16"), ("china_gold", "turn a1"), ("takenoko", "panda 0,9")],
)
def test_what_may_not_be_played_is_told_by_the_rules(game: str, move: str) -> None:
    asked = questions(game)[0]
    code = asked.notation.parse(move)
    reason = asked.game.rules.refusal(asked.view, code)
    assert reason != 0
    with pytest.raises(IllegalMove) as told:
        asked.read(move)
    assert str(told.value) == asked.game.explain(asked.view, code, reason)


# What the seat knew


def test_the_question_shows_nothing_that_the_seat_did_not_know() -> None:
    hidden: set[str] = set()
    for asked in questions("takenoko"):
        truth = asked.game.position(_state_before(asked))
        shown = asked.game.position(asked.view)
        own, other = int(asked.seat), 1 - int(asked.seat)
        assert shown["players"][own] == truth["players"][own]
        hand = shown["players"][other]["hand"]
        assert all(card.endswith("?") for card in hand)
        assert len(hand) == len(truth["players"][other]["hand"])
        for ply, move in enumerate(asked.seen_moves()):
            seat = int(asked.replay.ply_rows[ply]["seat"])
            told = asked.replay.log.moves[ply]
            if move.startswith("drawn") and ":" in told and seat == other:
                assert move.endswith("?")
                hidden.add(told)
            elif seat == own:
                assert move == asked.notation.format(asked.notation.parse(told))
        assert set(hand) != set(truth["players"][other]["hand"])
    assert len(hidden) > 5


def _state_before(asked: Question) -> Any:
    for ply, state in enumerate(states(asked.replay)):
        if ply == asked.decision.ply:
            return asked.game.copy(state)
    raise AssertionError


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_legal_move_is_offered_and_read(game: str) -> None:
    for asked in questions(game):
        assert asked.decision.played in asked.moves
        assert asked.decision.best in asked.moves
        assert len(set(asked.moves)) == len(asked.moves)
        for move in asked.moves:
            assert asked.notation.format(asked.read(move)) == move
