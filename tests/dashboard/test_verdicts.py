"""What is said of a ply: the numbers of the review, in words, and nothing more than it knows."""

import json
import re
from typing import Any, cast

import msgspec
import pytest

from dashboard.boards import boards
from dashboard.boards.scene import Setting
from dashboard.texts import catalogue
from dashboard.verdicts import (
    Speech,
    decision_lines,
    fact_text,
    label_mark,
    luck_line,
    points,
    reason_text,
)
from engine.analysis.film import film
from engine.analysis.judgement import Label
from engine.analysis.reasons import Reason
from engine.analysis.review import Chance, Decision, TurnLoss
from engine.core.game import State
from engine.core.ids import Seat
from engine.core.registry import game_keys, games
from engine.replay import replay
from engine.simulate.playing import simulate

PLAYERS = ["First", "Second", "Third"]


def speech(game: str) -> Speech:
    return Speech(game, boards()[game], Setting(players=PLAYERS), 3)


DECISION = Decision(
    ply=10,
    seat=1,
    turn=4,
    played="panda 0,2",
    best="irrigate 0,-1 1,-1",
    as_good=("channel",),
    loss=0.244,
    low=0.175,
    high=0.573,
    samples=64,
    label="blunder",
    exact=False,
    other_order=False,
    value_played=(0.547, 0.234, 0.219),
    value_best=(0.297, 0.656, 0.047),
    points_played=(10.0, 8.0, 9.0),
    points_best=(9.0, 11.0, 8.0),
    difficulty=0.02,
    avoidable=True,
    gained_by=0,
    punished=True,
)
TURN = TurnLoss(
    turn=4, seat=1, first_ply=9, last_ply=10, loss=0.3, low=0.2, high=0.4, label="blunder"
)
ALONE = msgspec.structs.replace(TURN, first_ply=10)


def changed(**changes: Any) -> Decision:
    return msgspec.structs.replace(DECISION, **changes)


def told(decision: Decision, turn: TurnLoss = ALONE) -> str:
    return "\n".join(decision_lines(decision, turn, speech("takenoko")))


def test_a_blunder_is_told_with_interval_sample_and_the_better_move() -> None:
    lines = told(DECISION)
    assert "Lost 24.4 points of 100 (95 %: 17.5 to 57.3; n = 64 pairs" in lines
    assert "Better: irrigate 0,-1 1,-1" in lines
    assert "As good as that: channel" in lines
    assert "First 29.7 → 54.7, Second 65.6 → 23.4, Third 4.7 → 21.9" in lines
    assert "First gained by it, and the next own decision kept the gain." in lines
    assert "Avoidable" in lines
    assert "turn as a whole" not in lines


def test_whether_it_was_punished_is_said_only_where_it_is_known() -> None:
    assert "gave it back" in told(changed(punished=False))
    assert "First gained by it." in told(changed(punished=None))
    assert "gained" not in told(changed(gained_by=None))


def test_a_turn_of_several_decisions_is_judged_as_a_whole() -> None:
    assert "(moves 10 to 11): 30.0 points lost (95 %: 20.0 to 40.0): blunder" in told(
        DECISION, TURN
    )


def test_what_is_too_close_to_call_gives_no_verdict() -> None:
    lines = told(changed(label="close", loss=0.06, low=-0.01, high=0.13))
    assert "too close to call (95 %: −1.0 to 13.0" in lines
    assert "Perhaps better: irrigate" in lines
    assert "Better:" not in lines
    assert "gained" not in lines


def test_what_is_exact_is_marked_exact() -> None:
    exact = changed(exact=True, low=0.244, high=0.244, samples=0)
    assert "Lost 24.4 points of 100, exact" in told(exact)
    assert "95 %" not in told(exact)
    best = changed(exact=True, loss=0.0, low=0.0, high=0.0, label="best", best=DECISION.played)
    assert told(best) == "As good as any move; exact."


def test_another_order_of_the_same_turn_lost_nothing() -> None:
    order = changed(other_order=True, label="best", loss=0.0, low=0.0, high=0.0, best="panda 0,2")
    assert (
        told(order) == "The same turn reached the same position in another order: nothing was lost."
    )


@pytest.mark.parametrize("label", list(Label))
def test_labels_are_told_apart_without_colour(label: str) -> None:
    marks = {label_mark(one) for one in Label}
    assert len(marks) == len(Label)
    assert label_mark(label).split(" ")[0] not in {"", label}


REASON = Reason(
    kind="card",
    seat=1,
    what="plot:green-curve",
    measure="chance",
    after_best=0.62,
    after_played=0.31,
    low=0.12,
    high=0.5,
    samples=96,
)


def changed_reason(**changes: Any) -> Reason:
    return msgspec.structs.replace(REASON, **changes)


def test_a_reason_is_a_chance_with_its_interval_and_sample() -> None:
    assert reason_text(REASON, DECISION, speech("takenoko")) == (
        "Second completes Green curve: in 62 of 100 playouts after “irrigate 0,-1 1,-1”, in 31 "
        "after “panda 0,2”. Difference +31 (95 %: +12 to +50; n = 96 pairs of playouts)."
    )


def test_what_speaks_against_the_better_move_says_so() -> None:
    reasons = (REASON, changed_reason(supports=False))
    lines = told(changed(reasons=reasons)).split("\n")
    assert sum(line.startswith("Second completes") for line in lines) == 1
    assert sum(line.startswith("In spite of this: Second completes") for line in lines) == 1


def test_a_reason_about_numbers_has_their_means() -> None:
    gold = changed_reason(
        kind="gold", what="", measure="mean", after_best=31.9, after_played=34.6, low=-4.3,
        high=-1.2,
    )  # fmt: skip
    line = reason_text(gold, DECISION, speech("china_gold"))
    assert line.startswith("Gold of Second at the end, on average: 31.9 after")
    assert "34.6 after “panda 0,2”. Difference −2.7 (95 %: −4.3 to −1.2; n = 96" in line


def test_what_is_exact_has_no_interval_and_names_the_place() -> None:
    throws = changed_reason(
        kind="throws", what="mountain-5", measure="number", after_best=0.0, after_played=5.0,
        samples=0, cell=(0, 0),
    )  # fmt: skip
    line = reason_text(throws, DECISION, speech("china_gold"))
    assert "complete the mountain of 5 at " in line
    assert line.endswith("0 of 8 throws after “irrigate 0,-1 1,-1”, 5 of 8 after “panda 0,2”.")


@pytest.mark.parametrize(("best", "first"), [(1.0, "irrigate 0,-1 1,-1"), (0.0, "panda 0,2")])
def test_a_fact_is_told_of_the_move_that_it_is_true_of(best: float, first: str) -> None:
    ready = changed_reason(
        kind="ready", measure="fact", after_best=best, after_played=1.0 - best, samples=0
    )
    line = reason_text(ready, DECISION, speech("takenoko"))
    assert f"after “{first}” and not after" in line
    assert line.startswith("Green curve is completed")


def test_a_reason_of_an_older_evaluator_is_told_in_plain_words() -> None:
    old = changed_reason(kind="turn_ended", what="", measure="rows", samples=0)
    assert reason_text(old, DECISION, speech("takenoko")).startswith("Turn ended (Second): 0.6 on")


@pytest.mark.parametrize("game", game_keys())
def test_every_reason_of_a_game_has_a_sentence_that_says_who_and_how_much(game: str) -> None:
    texts = {key: one for key, one in catalogue().items() if key.startswith(f"{game}.reason.")}
    for key, sentence in texts.items():
        kind = key.rpartition(".")[2]
        if kind.endswith(("_best", "_played")):
            assert {"{better}", "{move}"} <= set(re.findall(r"{\w+}", sentence))
        else:
            assert {"{best}", "{played}", "{better}", "{move}"} <= set(
                re.findall(r"{\w+}", sentence)
            )
    for kind in told_kinds(game):
        assert texts.keys() & {f"{game}.reason.{kind}", f"{game}.reason.{kind}_best"}


def told_kinds(game: str) -> set[str]:
    """What the game may tell, from the positions of a game that is played."""
    (log,) = simulate(games()[game], 1, 2, 5, ["greedy"])
    played = replay(log)
    states = film(played.game, played.start, played.codes).view(played.game.state_dtype)
    found: set[str] = set()
    for ply in range(0, played.plies, 9):
        seat = Seat(int(played.ply_rows[ply]["seat"]))
        view = cast(State, states[ply])
        for after in (states[ply + 1 : ply + 2], states[-1:]):
            found |= {one.key for one in played.game.tells_at_once(view, seat, 2, after)}
            found |= {one.key for one in played.game.tells_at_end(view, seat, 2, after)}
    return found


def test_luck_is_told_for_every_seat_and_not_where_nothing_is_known() -> None:
    chance = Chance(
        ply=3, seat=2, turn=1, outcome="weather sun", luck=(0.05, -0.02, -0.03),
        low=(0.01, -0.05, -0.06), high=(0.09, 0.01, 0.0), covered=True, exact_mean=True,
    )  # fmt: skip
    line = luck_line(chance, speech("takenoko"))
    assert line == (
        "Luck, in points of 100: First +5.0 (95 %: +1.0 to +9.0), Second −2.0 (95 %: −5.0 to "
        "+1.0), Third −3.0 (95 %: −6.0 to 0.0)."
    )
    unknown = msgspec.structs.replace(chance, covered=False)
    assert "no luck" in luck_line(unknown, speech("takenoko"))


def fact(key: str, **words: str | int) -> dict[str, Any]:
    return {"key": key, "seat": 0, "points": None, "q": 1, "r": -2, "words": json.dumps(words)}


def test_a_fact_has_its_sentence_with_names_and_cells() -> None:
    line = fact_text(fact("panda-ate-nothing", choices=2), speech("takenoko"))
    assert "1,-2" in line
    assert "2" in line
    assert "Second" in fact_text(fact("gain-boxed-in", other=1, sheep=3), speech("battle_sheep"))
    gold = fact_text(fact("area-passed-over", what="river-3", gold=3), speech("china_gold"))
    assert "river of 3" in gold
    card = fact("completed-late", what="plot:green-curve", turns=3)
    assert "Green curve" in fact_text(card, speech("takenoko"))


def test_a_cost_that_the_sentence_does_not_name_is_added() -> None:
    row = fact("area-passed-over", what="river-3", gold=3) | {"points": 2.0}
    assert fact_text(row, speech("china_gold")).endswith("Cost: 2.")


def test_a_fact_without_a_sentence_is_told_in_plain_words() -> None:
    assert fact_text(fact("gain-something-new"), speech("takenoko")) == "Something new 1,-2"


def test_a_sentence_may_name_what_a_fact_lacks() -> None:
    assert "–" in fact_text(fact("gain-boxed-in", sheep=3), speech("battle_sheep"))


def test_points_have_no_negative_zero() -> None:
    assert points(-0.0001) == "0.0"
    assert points(-0.00001, sign=True) == "0.0"
    assert points(0.0312, sign=True) == "+3.1"
