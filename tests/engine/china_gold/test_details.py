"""What the rules settle beyond the numbered cases: throws, turns, claims, boards, switches."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from tests.engine.china_gold.conftest import Start
from tests.engine.china_gold.markers import UNKNOWN, leave_down, row, turn_up
from tests.engine.table import EngineTable
from tests.oracle.china_gold import BOARDS
from tests.oracle.effect import BadSetup, Effect

BEGUN = ("a2", "b1", "b2", "b3")


def board(name: str = "synthetic-61") -> dict[str, Any]:
    text = (BOARDS / f"{name}.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


class TestThrows:
    def test_a_throw_is_due_first(self, start: Start) -> None:
        table = start()
        assert (table["phase"], table["throw"], table.game.to_move()) == ("throw", None, 0)
        for text in ("turn e5", "hide e5", "claim mountain e5"):
            assert table.why_not(text)
        table.play(" THROW  3 ")
        assert (table["phase"], table["throw"], table["to_move"]) == ("act", 3, "mountain")
        assert table.effects == [Effect("thrown", 0, amount=3)]
        assert table.why_not("throw 3")

    @pytest.mark.parametrize(
        "text", ["throw", "throw 0", "throw 6", "throw -1", "throw 1 2", "throw x", "throw 3.0"]
    )
    def test_what_the_discs_cannot_give(self, start: Start, text: str) -> None:
        assert start().why_not(text)

    def test_a_number_of_many_digits_is_told_as_it_stands(self, start: Start) -> None:
        assert "3333" in start().why_not("throw 3333")
        assert start().play("throw 000003")["throw"] == 3

    @pytest.mark.parametrize(
        ("length", "eighths"), [(6, [1, 2, 2, 2, 1]), (5, [2, 2, 2, 2]), (4, [2, 4, 2])]
    )
    def test_the_engine_knows_how_likely_a_sum_is(self, length: int, eighths: list[int]) -> None:
        table = EngineTable("china_gold", 2, {}, {"board": UNKNOWN})
        for label in [label for label in table.position()["down"] if label[0] != "e"]:
            table.play("throw 1")
            table.play(f"turn {label}")
        for label in row("e", length + 1, 9):
            table.play("throw 1")
            table.play(f"turn {label}")
        weights = [
            table.game.rules.weight(table.state, move)
            for move in table.game.legal_moves(table.state)
        ]
        assert np.allclose(weights, np.array(eighths) / 8)


class TestTurns:
    def test_exactly_as_many_as_thrown(self, start: Start) -> None:
        table = start().play("throw 3")
        for text in ("turn e5", "turn e5 e6", "turn e5 e6 e7 e8"):
            assert table.why_not(text)
        table.play("Turn E7  e5 e6")
        assert sorted(table.effects) == [Effect("turned", 0, q=q, r=0) for q in (0, 1, 2)]
        assert (table["up"], table["to_move"]) == (["e5", "e6", "e7"], "river")
        assert table.game.turn() == 1

    @pytest.mark.parametrize(
        "text",
        [
            "turn e5 e6 f6",
            "turn e5 e6 e8",
            "turn e5 e5 e6",
            "turn a1 a3 a5",
            "turn e5 e6 e10",
            "turn e5 e6 j1",
            "turn e5 e6 e",
            "turn e5 e6 5",
            "turn e5,e6,e7",
            "turn",
            "turn a5 b5 c5 d5",
            "flip e5 e6 e7",
            "",
        ],
    )
    def test_what_is_no_line_of_three_is_refused(self, start: Start, text: str) -> None:
        assert start().play("throw 3").why_not(text)

    def test_lines_run_along_the_three_axes(self, start: Start) -> None:
        table = start().play("throw 5")
        through_the_centre = {move for move in table.legal("turn") if " e5" in move}
        assert len(through_the_centre) == 3 * 5
        assert {"turn a1 b2 c3 d4 e5", "turn e5 f4 g3 h2 i1", "turn e1 e2 e3 e4 e5"} <= (
            through_the_centre
        )

    def test_up_to_the_sum(self, start: Start) -> None:
        table = start(turn_count="up_to").play("throw 3")
        assert {len(move.split()) - 1 for move in table.legal("turn")} == {1, 2, 3}
        assert len(table.legal("turn")) == 61 + 156 + 129
        assert table.why_not("turn e5 e6 e7 e8")
        assert table.play("turn e5 e6")["throw"] is None

    def test_without_discs_one_or_two_neighbours(self, start: Start) -> None:
        for turn_count in ("exact", "up_to"):
            begun = start(UNKNOWN, turn_count=turn_count)
            table = leave_down(begun, "e1", "e2", "e3", "g3")
            assert (table["stage"], table["phase"], table["throw"]) == ("D", "act", None)
            assert table.legal() == {
                *("turn e1", "turn e2", "turn e3", "turn g3"),
                *("turn e1 e2", "turn e2 e3"),
            }
            assert table.why_not("throw 1")
            assert table.why_not("turn e1 e2 e3")
            assert table.why_not("turn e1 e3")

    def test_a_turn_by_the_second_seat(self, start: Start) -> None:
        table = start(mountain=1, first=1)
        assert (table["to_move"], table.game.to_move()) == ("mountain", 1)
        table.play("throw 2", "turn a1 a2")
        assert (table["to_move"], table.game.to_move()) == ("river", 0)
        table = start(first=1)
        assert (table["to_move"], table.game.to_move()) == ("river", 1)

    def test_ten_stands_after_nine(self, start: Start) -> None:
        table = start("synthetic-91").play("throw 3", "turn e10 e8 e9")
        assert table["up"] == ["e8", "e9", "e10"]
        assert "turn e7" not in table.play("throw 2").legal()
        assert "turn f10 f11" in table.legal()

    def test_the_centre_is_the_origin(self, start: Start) -> None:
        for name, centre in (("synthetic-61", "e5"), ("synthetic-91", "f6")):
            table = start(name).play("throw 1", f"turn {centre}")
            assert table.effects == [Effect("turned", 0, q=0, r=0)]


class TestHiding:
    def test_a_nugget_goes_face_down_again(self, start: Start) -> None:
        table = turn_up(start(), "e5").play("throw 4", "hide E5")
        assert table.effects == [Effect("hidden", 1, q=0, r=0)]
        assert ("e5" in table["down"], table["up"], table["to_move"]) == (True, [], "mountain")
        assert table.game.turn() == 2

    @pytest.mark.parametrize("text", ["hide", "hide e5 e6", "hide e6", "hide z9", "hide 5"])
    def test_what_cannot_be_hidden(self, start: Start, text: str) -> None:
        assert turn_up(start(), "e5").play("throw 1").why_not(text)

    def test_never(self, start: Start) -> None:
        table = turn_up(start(hide="never"), "e5").play("throw 1")
        assert table.legal("hide") == set()
        assert table.why_not("hide e5")

    def test_always(self, start: Start) -> None:
        table = leave_down(start(UNKNOWN, hide="always"), "e1", "e2")
        assert table["stage"] == "D"
        assert len(table.legal("hide")) == 59
        table.play("hide e3")
        assert (table["phase"], "e3" in table["down"]) == ("act", True)


class TestStages:
    def test_runs_are_counted_whole(self, start: Start) -> None:
        one = leave_down(start(UNKNOWN, lines="runs"), *row("e", 1, 9))
        assert one["stage"] == "D"
        two = leave_down(start(UNKNOWN, lines="runs"), *row("e", 1, 9), *row("a", 1, 5))
        assert two["stage"] == "A"
        unlike = leave_down(start(UNKNOWN, lines="runs"), *row("e", 1, 9), *row("a", 1, 3))
        assert unlike["stage"] == "C"

    def test_down_only(self, start: Start) -> None:
        table = leave_down(start(UNKNOWN, stage="down_only"), *row("e", 1, 3), *row("e", 5, 7))
        assert table["stage"] == "C"
        table.play("throw 2", "hide e4")
        assert table["stage"] == "C"
        assert table.legal() == {"throw 1", "throw 2", "throw 3"}

    def test_down_only_skips_for_good(self, start: Start) -> None:
        table = leave_down(start(UNKNOWN, stage="down_only", hide="always"), *row("e", 1, 6))
        table.play("throw 5", "turn e1 e2 e3 e4 e5")
        assert table["stage"] == "D"
        for label in row("e", 1, 5):
            table.play(f"hide {label}")
        assert (table["stage"], table["phase"]) == ("D", "act")


class TestClaims:
    def claimed(self, start: Start) -> Any:
        return turn_up(start(), *BEGUN, "a1")

    def test_each_area_is_asserted_once_in_any_order(self, start: Start) -> None:
        for order in ((0, 1), (1, 0)):
            table = self.claimed(start)
            before = table.look()
            claims = ("claim mountain a1 a2 b1 b2", "Claim  RIVER b3")
            for number in order:
                table.play(claims[number])
                assert (table.look(), table.effects) == (before, [])
                assert table.why_not(claims[number])

    def test_they_are_never_required(self, start: Start) -> None:
        table = self.claimed(start).play("claim river b3", "throw 1", "turn e5")
        assert table.why_not("claim mountain a1 a2 b1 b2")

    def test_their_cells_stand_in_any_order(self, start: Start) -> None:
        self.claimed(start).play("claim mountain b2 a1 b1 a2")

    @pytest.mark.parametrize(
        "text",
        [
            "claim mountain a1 a2 b1",
            "claim mountain a1 a2 b1 b2 b3",
            "claim mountain b3",
            "claim river a1 a2 b1 b2 b3",
            "claim river b4",
            "claim mountain b3 b3",
            "claim a1 a2 b1 b2",
            "claim mountain",
            "claim",
            "claim lake b3",
        ],
    )
    def test_what_the_turn_did_not_claim(self, start: Start, text: str) -> None:
        assert self.claimed(start).why_not(text)

    def test_not_after_the_next_throw(self, start: Start) -> None:
        table = self.claimed(start).play("throw 1")
        assert table.why_not("claim river b3")

    def test_not_after_a_hide(self, start: Start) -> None:
        table = self.claimed(start).play("throw 1", "turn e5", "throw 1", "hide e5")
        assert table.why_not("claim river b3")

    def test_also_after_the_last_turn(self, start: Start) -> None:
        table = leave_down(start(), "f8")
        before = table["taken"]
        table.play("turn f8")
        assert table["phase"] == "over"
        after = table["taken"]
        claimed = {role: sorted(set(after[role]) - set(before[role])) for role in after}
        assert sum(map(len, claimed.values())) >= 1
        for role, labels in claimed.items():
            if labels:
                table.play(f"claim {role} {' '.join(labels)}")
        assert (table["phase"], table.legal()) == ("over", set())

    def test_they_are_not_listed(self, start: Start) -> None:
        assert self.claimed(start).legal("claim") == set()


class TestUnknownPartitions:
    """On a board with only `side` a claim in the log is what takes the markers."""

    def test_nothing_is_taken_without_a_claim(self, start: Start) -> None:
        table = turn_up(start(UNKNOWN), *BEGUN, "a1")
        assert table["taken"] == {"mountain": [], "river": []}
        assert start(UNKNOWN).effects == []

    def test_a_claim_takes(self, start: Start) -> None:
        table = turn_up(start(UNKNOWN), *BEGUN, "a1")
        table.play("claim mountain b2 b1 a2 a1")
        assert sorted(table.effects) == sorted(
            [
                *(
                    Effect("taken", 0, "mountain", q=q, r=r, cause="own_move")
                    for q, r in ((0, -4), (1, -4), (-1, -3), (0, -3))
                ),
                Effect("area_completed", 0, "mountain-?", 4, 0, -4, cause="own_move"),
                Effect("scored", 0, "gold", 4, 0, -4),
            ]
        )
        table.play("claim river b3")
        assert table.told("area_completed") == [
            Effect("area_completed", 1, "river-?", 1, 1, -3, cause="opponent_move")
        ]
        assert table["taken"] == {"mountain": ["a1", "a2", "b1", "b2"], "river": ["b3"]}
        assert (table["scores"], table["to_move"]) == ({"mountain": 4, "river": 1}, "river")

    def test_only_markers_face_up_and_only_right_after_a_turn(self, start: Start) -> None:
        table = turn_up(start(UNKNOWN), *BEGUN, "a1")
        assert table.why_not("claim mountain a1 a2 b1 b2 c1")
        table.play("claim river b3")
        assert table.why_not("claim river b3")
        assert table.why_not("claim mountain b2 b3")
        table.play("throw 1")
        assert table.why_not("claim mountain a1 a2 b1 b2")
        table.play("hide a1")
        assert table.why_not("claim mountain a2 b1 b2")

    def test_the_last_claims_empty_the_board(self, start: Start) -> None:
        table = leave_down(start(UNKNOWN), "i5").play("turn i5")
        assert (table["phase"], table["stage"], table["down"]) == ("act", "D", [])
        assert table["to_move"] is not None
        assert table.legal() == set()
        rest = table["up"]
        table.play(f"claim mountain {' '.join(rest[:8])}")
        for begin in range(8, len(rest), 8):
            assert table["phase"] == "act"
            table.play(f"claim river {' '.join(rest[begin : begin + 8])}")
        assert (table["phase"], table["to_move"]) == ("over", None)
        assert table["scores"] == {"mountain": 8, "river": 53}
        assert table.game.winners() == [1]
        assert [effect.amount for effect in table.told("ranked")] == [2, 1]
        assert table.told("objective_missed") == []

    def test_the_larger_board(self, start: Start) -> None:
        table = turn_up(start({"side": 6}), "k6", "f6")
        table.play("claim river f6 k6")
        assert table["taken"]["river"] == ["f6", "k6"]


class TestObjectives:
    def test_every_own_area_is_one(self, start: Start) -> None:
        table = start(mountain=1)
        assert {effect.kind for effect in table.effects} == {"objective_drawn"}
        drawn = [effect for effect in table.effects if effect.seat == 1]
        assert sorted(effect.what for effect in drawn) == sorted(
            f"mountain-{len(area)}" for area in board()["mountains"]
        )
        assert len(table.effects) == 24
        assert Effect("objective_drawn", 1, "mountain-4", q=0, r=-4, cause="deal") in drawn

    def test_whole_shared_and_lost(self, start: Start) -> None:
        table = turn_up(start(), *BEGUN, "a1", "a3", "a4", "b4", "d1", "e1", "e2", "f1", "f2")
        assert table["taken"]["river"] == ["b3", "d1", "e1", "e2", "f1"]
        assert table["taken"]["mountain"][-1] == "f2"
        leave_down(table, "i5").play("turn i5")
        missed = table.told("objective_missed")
        for seat, what, amount, q, r in (
            (0, "mountain-4", 3, 2, -4),
            (0, "mountain-5", 1, -3, -1),
            (1, "river-5", 1, 0, -4),
        ):
            shared = Effect("objective_missed", seat, what, amount, q, r, cause="shared")
            assert shared in missed

    def test_an_area_is_lost_when_all_its_cells_went_to_the_other(self, start: Start) -> None:
        table = turn_up(start(), *BEGUN, "e5", "a1")
        leave_down(table, "i5").play("turn i5")
        lost = Effect("objective_missed", 0, "mountain-4", 0, 0, -4, cause="lost")
        assert lost in table.told("objective_missed")


def cell_twice(data: dict[str, Any]) -> None:
    data["mountains"][1].append("a3")


def cell_missing(data: dict[str, Any]) -> None:
    data["rivers"][0].remove("b3")


def strange_cell(data: dict[str, Any]) -> None:
    data["rivers"][0].append("a6")


def area_in_two_pieces(data: dict[str, Any]) -> None:
    data["mountains"][1].remove("a1")
    data["mountains"][8].remove("a4")
    data["mountains"][1].append("a4")
    data["mountains"][8].append("a1")


def one_area_less(data: dict[str, Any]) -> None:
    data["mountains"][8] += data["mountains"].pop(1)


def two_areas_less(data: dict[str, Any]) -> None:
    for role in ("mountains", "rivers"):
        data[role][0] += data[role].pop(1)


def unlike_sizes(data: dict[str, Any]) -> None:
    data["rivers"][0].remove("b3")
    data["rivers"][4].append("b3")


def no_rivers(data: dict[str, Any]) -> None:
    del data["rivers"]


def not_lists(data: dict[str, Any]) -> None:
    data["rivers"] = "a1 a2"


def wrong_side(data: dict[str, Any]) -> None:
    data["side"] = 6


def no_side(data: dict[str, Any]) -> None:
    del data["side"]


def side_seven(data: dict[str, Any]) -> None:
    data["side"] = 7


def wrong_format(data: dict[str, Any]) -> None:
    data["format"] = "china-gold-board/2"


class TestSetup:
    @pytest.mark.parametrize(
        "spoil",
        [
            *(cell_twice, cell_missing, strange_cell, area_in_two_pieces, one_area_less),
            *(unlike_sizes, no_rivers, not_lists, wrong_side, no_side, side_seven, wrong_format),
        ],
    )
    def test_a_bad_board(self, start: Start, spoil: Callable[[dict[str, Any]], None]) -> None:
        data = board()
        spoil(data)
        with pytest.raises(BadSetup, match=r"\.$"):
            start(data)

    def test_a_board_object_is_as_good_as_its_name(self, start: Start) -> None:
        for name in ("synthetic-61", "synthetic-91"):
            by_name, given = start(name), start(board(name))
            assert by_name.look() == given.look()
            assert sorted(by_name.effects) == sorted(given.effects)

    def test_the_order_of_areas_and_cells_does_not_matter(self, start: Start) -> None:
        data = deepcopy(board())
        for role in ("mountains", "rivers"):
            data[role] = [area[::-1] for area in data[role][::-1]]
        assert sorted(start(data).effects) == sorted(start().effects)

    @pytest.mark.parametrize("given", [None, "synthetic-62", 61, [], {}, {"side": "5"}])
    def test_what_is_no_board(self, start: Start, given: Any) -> None:
        with pytest.raises(BadSetup, match=r"\.$"):
            start(given)

    @pytest.mark.parametrize("seat", [2, -1, "0", True, 0.0, [0]])
    def test_what_is_no_seat(self, start: Start, seat: Any) -> None:
        with pytest.raises(BadSetup, match="mountain"):
            start(mountain=seat)
        with pytest.raises(BadSetup, match="first"):
            start(first=seat)

    @pytest.mark.parametrize("players", [1, 3])
    def test_two_play(self, start: Start, players: int) -> None:
        with pytest.raises(BadSetup, match="2 players"):
            start(players=players)

    @pytest.mark.parametrize("rules", [{"lines": "areas"}, {"border": "outer"}, {"stage": ""}])
    def test_unknown_switches(self, start: Start, rules: dict[str, Any]) -> None:
        with pytest.raises(BadSetup, match=next(iter(rules))):
            start(**rules)

    def test_sizes_on_the_board_of_61_are_free(self, start: Start) -> None:
        singles = row("a", 1, 5) + row("b", 1, 6)
        rest = [label for label in start()["down"] if label not in singles]
        areas = [*([label] for label in singles), rest]
        table = turn_up(start({"side": 5, "mountains": areas, "rivers": areas}), "a1")
        assert table["taken"] == {"mountain": ["a1"], "river": []}
