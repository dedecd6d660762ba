"""The numbered cases of the rules, each on the oracle and on the engine.

The areas of the board `synthetic-61` that are used here: the mountain a1 a2 b1 b2 lies in the
river a1 a2 b1 b2 b3; the river d1 e1 e2 f1 lies in the mountain d1 e1 e2 f1 f2; a5 b5 b6 and
a3 a4 b3 b4 are neighbouring mountains; h2 i1 i2 is a river.
"""

import pytest

from tests.engine.china_gold.conftest import Start
from tests.engine.china_gold.markers import UNKNOWN, leave_down, row, turn_up
from tests.oracle.effect import Effect

BEGUN = ("a2", "b1", "b2", "b3")
"""All markers but a1 of a mountain and of the river about it."""


class TestCase1:
    """`throw 1` on a full board of 61: 61 turns, not 183."""

    def test_a_single_marker_is_one_move(self, start: Start) -> None:
        table = start().play("throw 1")
        assert table.legal() == {f"turn {label}" for label in table["down"]}
        assert len(table.legal()) == 61

    def test_and_91_on_the_larger_board(self, start: Start) -> None:
        assert len(start("synthetic-91").play("throw 1").legal()) == 91


class TestCase2:
    """One run of six and nothing else of five or more: still stage A. One run of five: B."""

    @pytest.mark.parametrize(
        ("length", "stage", "sums"),
        [(6, "A", 5), (5, "B", 4), (4, "C", 3), (3, "D", 0), (2, "D", 0), (1, "D", 0)],
    )
    def test_one_run_alone(self, start: Start, length: int, stage: str, sums: int) -> None:
        table = leave_down(start(UNKNOWN), *row("e", 1, length))
        assert table["stage"] == stage
        if sums:
            assert table.legal() == {f"throw {number}" for number in range(1, sums + 1)}
            assert (table["phase"], table.game.kind()) == ("throw", "chance")
        else:
            assert (table["phase"], table.game.kind()) == ("act", "decision")

    def test_no_five_can_be_thrown_in_stage_b(self, start: Start) -> None:
        table = leave_down(start(UNKNOWN), *row("e", 1, 5))
        assert "5" in table.why_not("throw 5")


class TestCase3:
    """A hide can join two runs and bring a stage back; A can go straight to C or D."""

    def test_a_hide_brings_stage_a_back(self, start: Start) -> None:
        table = leave_down(start(UNKNOWN), *row("e", 1, 3), *row("e", 5, 7))
        assert table["stage"] == "C"
        table.play("throw 2", "hide e4")
        assert table["stage"] == "A"
        table.play("throw 5", "turn e3 e4 e5 e6 e7")

    def test_from_a_to_d(self, start: Start) -> None:
        table = leave_down(start(UNKNOWN), *row("e", 1, 6))
        table.play("throw 5")
        assert table["stage"] == "A"
        table.play("turn e1 e2 e3 e4 e5")
        assert (table["stage"], table["phase"], table["throw"]) == ("D", "act", None)

    def test_from_a_to_c(self, start: Start) -> None:
        table = leave_down(start(UNKNOWN), *row("a", 1, 3), *row("e", 1, 6), *row("i", 1, 3))
        table.play("throw 5", "turn e1 e2 e3 e4 e5")
        assert table["stage"] == "C"


class TestCase4:
    """An own mountain and the opponent's river share a cell: the mover takes it."""

    def test_the_opponent_takes_the_rest_of_the_river(self, start: Start) -> None:
        table = turn_up(start(), *BEGUN)
        assert table["to_move"] == "mountain"
        turn_up(table, "a1")
        assert table["taken"] == {"mountain": ["a1", "a2", "b1", "b2"], "river": ["b3"]}
        assert table["scores"] == {"mountain": 4, "river": 1}
        assert table.told("area_completed") == [
            Effect("area_completed", 0, "mountain-4", 4, 0, -4, cause="own_move"),
            Effect("area_completed", 1, "river-5", 1, 0, -4, cause="opponent_move"),
        ]

    def test_the_river_moving_takes_all_of_it(self, start: Start) -> None:
        table = turn_up(start(), *BEGUN, "e5")
        assert table["to_move"] == "river"
        turn_up(table, "a1")
        assert table["taken"] == {"mountain": [], "river": ["a1", "a2", "b1", "b2", "b3"]}
        assert table.told("area_completed") == [
            Effect("area_completed", 1, "river-5", 5, 0, -4, cause="own_move")
        ]

    def test_mountain_first_whoever_moves(self, start: Start) -> None:
        table = turn_up(start(claim_order="mountain_first"), *BEGUN, "e5", "a1")
        assert table["taken"] == {"mountain": ["a1", "a2", "b1", "b2"], "river": ["b3"]}
        assert [effect.cause for effect in table.told("area_completed")] == [
            "opponent_move",
            "own_move",
        ]


class TestCase5:
    """Completing only the opponent's area scores for the opponent; two own ones are possible."""

    def test_the_opponents_area(self, start: Start) -> None:
        table = turn_up(start(), "e1", "e2", "f1", "a1")
        assert table["to_move"] == "mountain"
        turn_up(table, "d1")
        assert table["taken"] == {"mountain": [], "river": ["d1", "e1", "e2", "f1"]}
        assert table.told("taken")[0] == Effect(
            "taken", 1, "river", q=-4, r=0, cause="opponent_move"
        )
        assert table.told("scored") == [Effect("scored", 1, "gold", 4, -3, -1)]

    def test_two_own_areas(self, start: Start) -> None:
        table = turn_up(start(), "b5", "b6", "a3", "b3", "b4", "e5")
        table.play("throw 2", "turn a4 a5")
        assert table["taken"]["mountain"] == ["a3", "a4", "a5", "b3", "b4", "b5", "b6"]
        assert [effect.amount for effect in table.told("scored")] == [4, 3]
        assert [effect.what for effect in table.told("objective_completed")] == [
            "mountain-4",
            "mountain-3",
        ]


class TestCase6:
    """All markers taken earlier: no claim; partly taken: the rest."""

    def test_nothing_is_left_of_the_mountain(self, start: Start) -> None:
        table = turn_up(start(), *BEGUN, "e5", "a1")
        assert table["scores"] == {"mountain": 0, "river": 5}
        assert table.why_not("claim mountain a1 a2 b1 b2")
        assert [effect.seat for effect in table.effects if effect.kind != "turned"] == [1] * 8

    def test_the_rest_of_the_mountain(self, start: Start) -> None:
        table = turn_up(start(), *BEGUN, "a1")
        assert table["taken"]["river"] == ["b3"]
        turn_up(table, "a3", "a4", "b4")
        assert table["taken"]["mountain"] == ["a1", "a2", "a3", "a4", "b1", "b2", "b4"]
        assert table.told("area_completed") == [
            Effect("area_completed", 0, "mountain-4", 3, 2, -4, cause="opponent_move")
        ]
        assert table.told("objective_completed") == []


class TestCase7:
    """No line crosses a gap left by a claim, or a face-up marker."""

    def test_across_a_claim(self, start: Start) -> None:
        table = turn_up(start(), "h2", "i1", "i2")
        assert table["taken"]["river"] == ["h2", "i1", "i2"]
        assert {"h1", "h3"} <= set(table["down"])
        table.play("throw 2")
        assert table.why_not("turn h1 h3")
        assert not any("h1" in move and "h3" in move for move in table.legal())

    def test_across_a_face_up_marker(self, start: Start) -> None:
        table = turn_up(start(), "e5").play("throw 3")
        for text in ("turn e4 e5 e6", "turn e4 e6 e7", "turn d4 e5 f5"):
            assert table.why_not(text)
        assert "turn e6 e7 e8" in table.legal()


class TestCase8:
    """Hiding a taken marker, hiding in stage D, hiding with nothing face up: illegal."""

    def test_a_taken_marker(self, start: Start) -> None:
        table = turn_up(start(), "h2", "i1", "i2", "e5").play("throw 1")
        assert table.legal("hide") == {"hide e5"}
        for label in ("h2", "i1", "i2"):
            assert label in table.why_not(f"hide {label}")

    def test_in_stage_d(self, start: Start) -> None:
        table = leave_down(start(UNKNOWN), "e1", "e2", "e3")
        assert (table["stage"], len(table["up"])) == ("D", 58)
        assert "D" in table.why_not("hide a1")
        assert table.legal("hide") == set()

    def test_nothing_face_up(self, start: Start) -> None:
        table = start().play("throw 2")
        assert table.legal("hide") == set()
        assert table.why_not("hide e5")


class TestCase9:
    """The last marker turned empties the board and ends the game in the same move."""

    def test_the_last_turn(self, start: Start) -> None:
        table = leave_down(start(), "e5")
        assert (table["phase"], table["stage"], table["down"]) == ("act", "D", ["e5"])
        table.play("turn e5")
        assert (table["phase"], table["stage"]) == ("over", "D")
        assert (table["to_move"], table["throw"]) == (None, None)
        assert (table["down"], table["up"]) == ([], [])
        assert sum(table["scores"].values()) == 61
        assert (table.game.kind(), table.game.to_move(), table.legal()) == ("over", None, set())
        assert sorted(effect.amount for effect in table.told("ranked")) == [1, 2]
        assert len(table.game.winners()) == 1
