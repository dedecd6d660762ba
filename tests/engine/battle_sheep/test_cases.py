"""The numbered cases of the rules, each on the oracle and on the engine."""

import pytest

from tests.engine.battle_sheep.conftest import Start
from tests.engine.battle_sheep.pastures import (
    INLET,
    LINE_MOVES,
    LINE_OF_THREE,
    RIM,
    RING,
    RINGED_HOLE,
    Y_MOVES,
    Y_OF_FOUR,
    corridors,
    hexagon,
    words,
)
from tests.engine.table import Table
from tests.oracle.effect import Effect


def starts(cells: set[tuple[int, int]]) -> set[str]:
    return {f"start {word}" for word in words(cells)}


def cell_words(row: int, *columns: int) -> list[str]:
    return [f"{q},{row}" for q in columns]


class TestCase1:
    """A cell that touches only an inner hole is not a start cell by default."""

    def test_outer_border_is_the_default(self, start: Start) -> None:
        table = start(pasture=RINGED_HOLE)
        assert table.legal() == starts(RIM)
        assert "border" in table.why_not("start 1,0")

    def test_any_edge_counts_the_hole(self, start: Start) -> None:
        table = start(pasture=RINGED_HOLE, border="any_edge")
        assert table.legal() == starts(RIM | RING)
        table.play("start 1,0")
        assert table["cells"]["1,0"] == [0, 16]

    def test_an_inlet_through_a_gap_of_one_cell_is_outside(self, start: Start) -> None:
        assert start(pasture=INLET).legal() == starts((RIM | RING) - {(1, 0), (2, 0)})

    def test_no_edge_makes_the_inside_a_start(self, start: Start) -> None:
        for border in ("outer", "any_edge", "own_tile"):
            assert start(pasture=words(hexagon(2)), border=border).legal() == starts(RIM)


class TestCase2:
    """From a stack of 16: taking 15 is legal; 16 and 0 are not."""

    def on_the_way(self, start: Start) -> Table:
        return start(pasture=corridors(4, 2)).play("start 0,0", "start 0,10")

    def test_fifteen_are_taken(self, start: Start) -> None:
        table = self.on_the_way(start).play("split 0,0 3,0 15")
        assert table["cells"]["0,0"] == [0, 1]
        assert table["cells"]["3,0"] == [0, 15]

    @pytest.mark.parametrize("sheep", ["0", "16", "17", "-1", "1.5", "all", ""])
    def test_other_numbers_are_refused(self, start: Start, sheep: str) -> None:
        assert self.on_the_way(start).why_not(f"split 0,0 3,0 {sheep}")

    def test_one_to_fifteen_are_listed(self, start: Start) -> None:
        table = self.on_the_way(start)
        assert table.legal() == {f"split 0,0 3,0 {sheep}" for sheep in range(1, 16)}


class TestCase3:
    """A move ends at the last free cell of its line; it never merges with or jumps a stack."""

    def test_stopping_short_is_illegal(self, start: Start) -> None:
        table = start(pasture=corridors(4, 2)).play("start 0,0", "start 0,10")
        for short in ("1,0", "2,0"):
            assert "last free cell" in table.why_not(f"split 0,0 {short} 5")

    def test_own_stack_stops_the_slide(self, start: Start) -> None:
        table = start(pasture=corridors(6, 4)).play("start 0,0", "start 0,10")
        table.play("split 0,0 5,0 4", "split 0,10 3,10 1")
        assert table.legal() == {
            *(f"split 0,0 4,0 {sheep}" for sheep in range(1, 12)),
            *(f"split 5,0 1,0 {sheep}" for sheep in range(1, 4)),
        }
        assert table.why_not("split 0,0 5,0 4")

    def test_no_stack_is_jumped(self, start: Start) -> None:
        row = [f"{q},0" for q in range(7)]
        table = start(pasture=[*row, "3,1", "3,2"])
        table.play("start 0,0", "start 3,2", "split 0,0 6,0 8", "split 3,2 3,0 8")
        assert table.legal("split 0,0") == {f"split 0,0 2,0 {sheep}" for sheep in range(1, 8)}
        assert table.legal("split 6,0") == {f"split 6,0 4,0 {sheep}" for sheep in range(1, 8)}
        for beyond in ("4,0", "5,0"):
            assert table.why_not(f"split 0,0 {beyond} 1")

    def test_a_hole_stops_the_slide(self, start: Start) -> None:
        table = start(pasture=RINGED_HOLE).play("start -2,0", "start 0,2")
        assert table.legal("split -2,0 -1,0")
        assert table.why_not("split -2,0 2,0 3")

    def test_another_ones_stack_cannot_be_moved(self, start: Start) -> None:
        table = start(pasture=corridors(4, 4)).play("start 0,0", "start 0,10")
        assert table.why_not("split 0,10 3,10 5")
        assert table.why_not("split 2,0 3,0 5")


class TestCase4:
    """One blocked: skipped from then on, the others play on to the end."""

    def test_of_three_players(self, start: Start) -> None:
        table = start(players=3, pasture=corridors(4, 2, 4))
        table.play("start 0,0", "start 0,10", "start 0,20")
        table.play("split 0,0 3,0 1", "split 0,10 1,10 1")
        assert table.told("blocked") == [Effect("blocked", 1, amount=14, cause="boxed_in")]
        order = []
        for move in (
            "split 0,20 3,20 1",
            "split 0,0 2,0 1",
            "split 0,20 2,20 1",
            "split 0,0 1,0 1",
            "split 0,20 1,20 1",
        ):
            order.append(table["to_move"])
            table.play(move)
        assert order == [2, 0, 2, 0, 2]
        assert (table["phase"], table["to_move"], table["scores"]) == ("over", None, [4, 2, 4])
        assert table.game.winners() == [0, 2]

    def test_of_two_players_the_one_left_plays_alone_to_the_end(self, start: Start) -> None:
        table = start(pasture=corridors(2, 5)).play("start 0,0", "start 0,10")
        table.play("split 0,0 1,0 1")
        for landing in ("4,10", "3,10", "2,10"):
            table.play(f"split 0,10 {landing} 1")
            assert (table["phase"], table["to_move"]) == ("split", 1)
        table.play("split 0,10 1,10 1")
        assert (table["phase"], table["to_move"], table["scores"]) == ("over", None, [2, 5])


class TestCase5:
    """With 10 cells each, a Y of four connected cells beats a straight line of three."""

    def test_a_group_is_a_connected_component(self, start: Start) -> None:
        table = start(pasture=LINE_OF_THREE + Y_OF_FOUR)
        for line, y in zip(LINE_MOVES, Y_MOVES, strict=True):
            table.play(line, y)
        assert (table["phase"], table["scores"]) == ("over", [10, 10])
        assert [effect.amount for effect in table.told("group")] == [3, 4]
        assert [effect.amount for effect in table.told("ranked")] == [2, 1]
        assert table.game.winners() == [1]

    def test_it_counts_only_among_those_tied_for_most_cells(self, start: Start) -> None:
        table = start(players=3, pasture=LINE_OF_THREE + Y_OF_FOUR + corridors(0, 0, 0, 0, 7))
        table.play(LINE_MOVES[0], Y_MOVES[0], "start 0,40")
        for turn, (line, y) in enumerate(zip(LINE_MOVES[1:], Y_MOVES[1:], strict=True)):
            table.play(line, y)
            if turn < 6:
                table.play(f"split 0,40 {6 - turn},40 1")
        assert (table["phase"], table["scores"]) == ("over", [10, 10, 7])
        assert [effect.amount for effect in table.told("group")] == [3, 4, 7]
        assert [effect.amount for effect in table.told("ranked")] == [2, 1, 3]


class TestCase6:
    """Four players: a later start can take your only free neighbour."""

    def test_you_score_one_and_are_blocked_from_the_first_split(self, start: Start) -> None:
        table = start(players=4, pasture=[*words(hexagon(2)), "3,0"])
        table.play("start 3,0", "start 2,0", "start -2,0")
        assert table.told("blocked") == []
        table.play("start 0,2")
        assert table.told("blocked") == [Effect("blocked", 0, amount=15, cause="boxed_in")]
        assert (table["phase"], table["to_move"], table["scores"]) == ("split", 1, [1, 1, 1, 1])
        table.play("pass")
        assert table["to_move"] == 1
        assert table.why_not("pass")


class TestCase7:
    """A tile must touch; coordinates are negative too; nobody able after the starts ends it."""

    def test_a_tile_that_shares_no_side_is_illegal(self, start: Start) -> None:
        table = start().play("tile 0,0 0,1 1,0 1,1")
        for floating in (
            "tile 5,5 5,6 6,5 6,6",
            "tile 0,-3 0,-2 1,-3 1,-2",
            "tile 2,2 2,3 3,2 3,3",
        ):
            assert "side" in table.why_not(floating)

    def test_a_tile_that_overlaps_is_illegal(self, start: Start) -> None:
        table = start().play("tile 0,0 0,1 1,0 1,1")
        for over in ("tile 0,0 0,1 1,0 1,1", "tile 1,1 1,2 2,1 2,2"):
            assert "overlap" in table.why_not(over)

    def test_negative_coordinates_are_normal(self, start: Start) -> None:
        table = start().play("tile -7,-4 -7,-3 -6,-4 -6,-3")
        assert list(table["cells"]) == ["-7,-4", "-7,-3", "-6,-4", "-6,-3"]
        assert len(table.legal()) == 42

    def test_over_at_once_if_nobody_can_split_after_the_last_start(self, start: Start) -> None:
        table = start(pasture=corridors(2)).play("start 0,0", "start 1,0")
        assert (table["phase"], table["to_move"], table["scores"]) == ("over", None, [1, 1])
        assert table.game.kind() == "over"
        assert table.legal() == set()
        assert table.game.winners() == [0, 1]
        assert len(table.told("blocked")) == 2


class TestCase8:
    """Ties for second, third and fourth place are ranked by the same comparison."""

    # A herd at 0,0 cannot fill the cell between its two, as another one slides into it.
    PARTED = (*cell_words(0, 0, 1, 2), "1,1")

    def test_two_tied_for_the_second_place_are_told_apart_by_group(self, start: Start) -> None:
        table = start(players=3, pasture=[*self.PARTED, *corridors(0, 0, 3)])
        table.play("start 0,0", "start 1,1", "start 0,20")
        table.play("split 0,0 2,0 1", "split 1,1 1,0 1", "split 0,20 2,20 1", "split 0,20 1,20 1")
        assert (table["phase"], table["scores"]) == ("over", [2, 2, 3])
        assert [effect.amount for effect in table.told("group")] == [1, 2, 3]
        assert [effect.amount for effect in table.told("ranked")] == [3, 2, 1]

    def test_two_that_stay_tied_share_the_second_place(self, start: Start) -> None:
        table = start(players=4, pasture=[*self.PARTED, *corridors(0, 0, 3, 2)])
        table.play("start 0,0", "start 1,1", "start 0,20", "start 0,30")
        table.play("split 0,0 2,0 1", "split 1,1 1,0 1", "split 0,20 2,20 1", "split 0,30 1,30 1")
        table.play("split 0,20 1,20 1")
        assert (table["phase"], table["scores"]) == ("over", [2, 2, 3, 2])
        assert [effect.amount for effect in table.told("group")] == [1, 2, 3, 2]
        assert [effect.amount for effect in table.told("ranked")] == [4, 2, 1, 2]
        assert table.game.places() == [4, 2, 1, 2]
