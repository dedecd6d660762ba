"""What the rules settle beyond the numbered cases: building, starting, passing, the switches."""

from typing import Any

import pytest

from tests.engine.battle_sheep.conftest import Start
from tests.engine.battle_sheep.pastures import (
    FENCED_IN,
    RIM,
    RINGED_HOLE,
    SEVEN_TILES_AROUND_A_HOLE,
    block,
    corridors,
    hexagon,
    words,
)
from tests.oracle.effect import BadSetup, Effect

FIRST_TILES = ("tile 0,0 0,1 1,0 1,1", "tile 0,0 1,-1 1,0 2,-1", "tile 0,0 0,1 1,-1 1,0")


class TestBuilding:
    def test_the_first_tile_is_listed_once_an_orientation(self, start: Start) -> None:
        assert start().legal() == set(FIRST_TILES)

    @pytest.mark.parametrize("place", ["40,-17", "-3000,2500", "9,9"])
    def test_it_may_lie_anywhere(self, start: Start, place: str) -> None:
        q, r = map(int, place.split(","))
        table = start().play(block(q, r))
        assert list(table["cells"]) == [
            f"{q},{r}",
            f"{q},{r + 1}",
            f"{q + 1},{r}",
            f"{q + 1},{r + 1}",
        ]
        assert len(table.legal()) == 42

    @pytest.mark.parametrize("first", FIRST_TILES)
    def test_there_are_42_second_tiles_after_any_first(self, start: Start, first: str) -> None:
        assert len(start().play(first).legal("tile")) == 42

    def test_a_tile_may_fill_a_hole(self, start: Start) -> None:
        table = start().play(*SEVEN_TILES_AROUND_A_HOLE)
        filling = "tile 1,-2 1,-1 2,-2 2,-1"
        assert filling in table.legal()
        table.play(filling)
        assert (table["phase"], table["to_move"], len(table["cells"])) == ("start", 0, 32)

    def test_the_seats_lay_in_turn_four_tiles_each(self, start: Start) -> None:
        table = start(players=4)
        for ply, tile in enumerate(FENCED_IN):
            assert (table["phase"], table["to_move"]) == ("build", ply % 4)
            table.play(tile)
        assert (table["phase"], table["to_move"], len(table["cells"])) == ("start", 0, 64)
        assert table["scores"] == [0, 0, 0, 0]
        assert table.game.turn() == 0

    @pytest.mark.parametrize(
        "text",
        ["TILE 1,1 0,1 1,0 0,0", "  tile   0,0 1,1   0,1 1,0 ", "Tile 0,1 0,0 1,1 1,0"],
    )
    def test_blanks_case_and_order_are_forgiven(self, start: Start, text: str) -> None:
        written, canonical = start().play(text), start().play("tile 0,0 0,1 1,0 1,1")
        assert written.look() == canonical.look()
        assert sorted(written.effects) == sorted(canonical.effects)

    @pytest.mark.parametrize(
        "text",
        [
            "tile 0,0 1,0 2,0 3,0",
            "tile 0,0 1,0 -1,1 0,-1",
            "tile 0,0 0,1 1,0",
            "tile 0,0 0,1 1,0 1,1 2,0",
            "tile 0,0 0,0 1,0 1,1",
            "tile 0,0 0,1 1,0 1,",
            "tile 0,0 0,1 1,0 1,x",
            "tile 0,0 0,1 1,0 1",
            "tile 0,0 0,1 1,0 3,3",
            "tile",
            "",
            "   ",
            "throw 3",
            "til 0,0 0,1 1,0 1,1",
            "start 0,0",
            "split 0,0 1,0 1",
            "pass",
        ],
    )
    def test_what_is_no_tile_is_refused(self, start: Start, text: str) -> None:
        assert start().why_not(text)

    def test_a_tile_is_told_cell_by_cell(self, start: Start) -> None:
        table = start().play(FIRST_TILES[0], block(2, 0))
        assert table.told("laid") == [
            Effect("laid", 1, "pasture", q=q, r=r) for q, r in ((2, 0), (2, 1), (3, 0), (3, 1))
        ]


class TestStarting:
    def test_a_taken_an_inner_and_a_foreign_cell_are_refused(self, start: Start) -> None:
        table = start(pasture=words(hexagon(2))).play("start 2,0")
        for text in ("start 2,0", "start 0,0", "start 1,0", "start 3,0", "start", "start 2"):
            assert table.why_not(text)
        assert table.why_not("start -2,0 0,2")
        assert table.why_not("tile 3,0 3,1 4,0 4,1")
        assert table.why_not("split 2,0 -2,0 3")
        assert table.legal() == {f"start {word}" for word in words(RIM - {(2, 0)})}

    def test_a_start_is_told(self, start: Start) -> None:
        table = start(pasture=words(hexagon(2))).play("start -2,1")
        assert sorted(table.effects) == [
            Effect("scored", 0, "territory", 1, -2, 1),
            Effect("started", 0, amount=16, q=-2, r=1),
        ]
        assert table["scores"] == [1, 0]
        assert table.game.turn() == 1

    def test_own_tile_allows_only_own_outer_cells(self, start: Start) -> None:
        table = start(players=4, border="own_tile").play(*FENCED_IN, "start -2,-2")
        assert table["to_move"] == 1
        own = {(-2, 0), (-2, 1), (2, -2), (3, -2), (5, 2), (5, 3), (0, 5), (1, 5)}
        assert table.legal() == {f"start {word}" for word in words(own)}
        assert table.why_not("start 4,-2")

    def test_own_tile_is_as_outer_when_no_such_cell_is_free(self, start: Start) -> None:
        table = start(players=4, border="own_tile").play(*FENCED_IN)
        span = range(-2, 6)
        rim = {(q, r) for q in span for r in span if {q, r} & {-2, 5}}
        assert table.legal() == {f"start {word}" for word in words(rim)}

    def test_own_tile_is_as_outer_on_a_ready_made_pasture(self, start: Start) -> None:
        table = start(pasture=RINGED_HOLE, border="own_tile")
        assert table.legal() == {f"start {word}" for word in words(RIM)}


class TestSplitting:
    def test_a_split_is_told(self, start: Start) -> None:
        table = start(pasture=corridors(4, 4)).play("start 0,0", "start 0,10")
        table.play("Split  0,0 3,0 7")
        assert sorted(table.effects) == [
            Effect("scored", 0, "territory", 1, 3, 0),
            Effect("split", 0, "", 7, 3, 0, 0, 0),
        ]
        assert (table["cells"]["0,0"], table["cells"]["3,0"]) == ([0, 9], [0, 7])
        assert (table["scores"], table["to_move"], table.game.turn()) == ([2, 1], 1, 3)

    def test_all_six_directions(self, start: Start) -> None:
        table = start(pasture=[*words(hexagon(3) - {(3, 0)}), "9,0", "10,0"], border="any_edge")
        table.play("start -3,0", "start 9,0", "split -3,0 2,0 15", "split 9,0 10,0 1")
        landings = {move.split()[2] for move in table.legal("split 2,0")}
        assert landings == {"3,-1", "2,-3", "-2,0", "-1,3", "2,1"}
        assert {move.split()[1] for move in table.legal()} == {"2,0"}

    @pytest.mark.parametrize(
        "text",
        [
            "split 0,0 3,0",
            "split 0,0 3,0 2 2",
            "split 3,0 0,0 2",
            "split 0,0 0,0 2",
            "split 0,0 4,0 2",
            "split 0,0 3,0 two",
            "split 0,0 5 2",
            "start 3,0",
            "tile 4,0 4,1 5,0 5,1",
            "pass",
            "pass 0",
        ],
    )
    def test_what_is_no_split_is_refused(self, start: Start, text: str) -> None:
        table = start(pasture=corridors(4, 4)).play("start 0,0", "start 0,10")
        assert table.why_not(text)

    def test_nothing_is_played_after_the_end(self, start: Start) -> None:
        table = start(pasture=corridors(2, 2)).play("start 0,0", "start 0,10")
        table.play("split 0,0 1,0 1", "split 0,10 1,10 1")
        assert (table.game.kind(), table.game.to_move()) == ("over", None)
        for text in ("split 0,0 1,0 1", "start 0,0", "tile 0,1 0,2 1,1 1,2"):
            assert table.why_not(text)


class TestPassing:
    """`pass` is taken once for each blocked seat just skipped; it is never listed."""

    def test_once_for_each_seat_skipped(self, start: Start) -> None:
        table = start(players=3, pasture=corridors(2, 2, 4))
        table.play("start 0,0", "start 0,10", "start 0,20")
        table.play("split 0,0 1,0 1", "split 0,10 1,10 1")
        assert table.why_not("pass")
        table.play("split 0,20 3,20 1")
        before = table.look()
        for _ in range(2):
            table.play("PASS ")
            assert table.look() == before
            assert table.effects == []
        assert table.why_not("pass")
        assert table.play("split 0,20 2,20 1")["to_move"] == 2

    def test_it_is_never_required_and_does_not_add_up(self, start: Start) -> None:
        table = start(pasture=corridors(2, 5)).play("start 0,0", "start 0,10", "split 0,0 1,0 1")
        table.play("split 0,10 4,10 1", "split 0,10 3,10 1", "pass")
        assert table.why_not("pass")

    def test_after_the_last_split(self, start: Start) -> None:
        table = start(pasture=corridors(2, 3)).play("start 0,0", "start 0,10", "split 0,0 1,0 1")
        table.play("split 0,10 2,10 1", "split 0,10 1,10 1")
        assert table["phase"] == "over"
        table.play("pass")
        assert table["phase"] == "over"

    def test_the_turn_of_the_last_to_split_is_skipped_too_at_the_end(self, start: Start) -> None:
        table = start(pasture=corridors(2, 2)).play("start 0,0", "start 0,10")
        table.play("split 0,0 1,0 1", "split 0,10 1,10 1", "pass", "pass")
        assert table.why_not("pass")

    def test_nobody_is_skipped_where_the_first_blocked_ends_it(self, start: Start) -> None:
        table = start(pasture=corridors(2, 5), end="first_blocked")
        table.play("start 0,0", "start 0,10", "split 0,0 1,0 1", "split 0,10 4,10 1")
        assert table["phase"] == "over"
        assert table.why_not("pass")


class TestEnds:
    def test_one_left_cuts_the_last_moves_off(self, start: Start) -> None:
        table = start(pasture=corridors(2, 5), end="one_left").play("start 0,0", "start 0,10")
        assert table["phase"] == "split"
        table.play("split 0,0 1,0 1")
        assert (table["phase"], table["to_move"], table["scores"]) == ("over", None, [2, 1])
        assert table.told("blocked") == [Effect("blocked", 0, amount=14, cause="boxed_in")]

    def test_one_left_is_looked_at_after_the_last_start(self, start: Start) -> None:
        table = start(pasture=corridors(1, 5), end="one_left").play("start 0,0")
        assert table["phase"] == "start"
        table.play("start 0,10")
        assert (table["phase"], table["scores"]) == ("over", [1, 1])
        assert table.game.winners() == [0, 1]

    def test_first_blocked_is_last_whatever_the_cells(self, start: Start) -> None:
        table = start(players=3, pasture=corridors(5, 3, 4), end="first_blocked")
        table.play("start 0,0", "start 0,10", "start 0,20")
        table.play("split 0,0 4,0 1", "split 0,10 2,10 1", "split 0,20 3,20 1")
        table.play("split 0,0 3,0 1", "split 0,10 1,10 1", "split 0,20 2,20 1")
        table.play("split 0,0 2,0 1")
        assert (table["phase"], table["to_move"]) == ("over", None)
        assert table["scores"] == [4, 3, 3]
        assert table.game.places() == [1, 3, 2]
        assert table.told("blocked") == []

    def test_first_blocked_goes_on_until_the_turn_comes_to_the_blocked(self, start: Start) -> None:
        table = start(players=3, pasture=corridors(2, 5, 5), end="first_blocked")
        table.play("start 0,0", "start 0,10", "start 0,20", "split 0,0 1,0 1")
        assert table.told("blocked") == [Effect("blocked", 0, amount=14, cause="boxed_in")]
        table.play("split 0,10 4,10 1")
        assert table["phase"] == "split"
        table.play("split 0,20 4,20 1")
        assert (table["phase"], table["scores"]) == ("over", [2, 2, 2])
        assert table.game.places() == [3, 1, 1]

    def test_first_blocked_after_the_last_start(self, start: Start) -> None:
        table = start(pasture=corridors(1, 5), end="first_blocked").play("start 0,0", "start 0,10")
        assert (table["phase"], table["scores"]) == ("over", [1, 1])
        assert table.game.winners() == [1]


class TestObjectives:
    def test_they_are_dealt_before_the_first_move(self, start: Start) -> None:
        assert sorted(start(players=3).effects) == sorted(
            Effect("objective_drawn", seat, what, cause="deal")
            for seat in range(3)
            for what in ("full-deployment", "largest-group")
        )

    def test_a_herd_down_to_single_sheep_is_deployed(self, start: Start) -> None:
        table = start(pasture=corridors(16, 2)).play("start 0,0", "start 0,10")
        table.play("split 0,0 15,0 1", "split 0,10 1,10 1")
        for landing in range(14, 0, -1):
            table.play(f"split 0,0 {landing},0 1")
        assert (table["phase"], table["scores"]) == ("over", [16, 2])
        assert sorted(table.effects) == sorted(
            [
                Effect("split", 0, "", 1, 1, 0, 0, 0),
                Effect("scored", 0, "territory", 1, 1, 0),
                Effect("blocked", 0, amount=0, cause="deployed"),
                Effect("group", 0, amount=16),
                Effect("group", 1, amount=2),
                Effect("ranked", 0, amount=1),
                Effect("ranked", 1, amount=2),
                Effect("objective_completed", 0, "full-deployment"),
                Effect("objective_completed", 0, "largest-group"),
                Effect("objective_missed", 1, "full-deployment", cause="short"),
                Effect("objective_missed", 1, "largest-group", cause="short"),
            ],
        )


class TestSetup:
    @pytest.mark.parametrize("players", [0, 1, 5])
    def test_two_to_four_play(self, start: Start, players: int) -> None:
        with pytest.raises(BadSetup, match=r"2 to 4"):
            start(players=players)

    @pytest.mark.parametrize(
        "rules", [{"border": "inner"}, {"end": "never"}, {"lines": "runs"}, {"end": ""}]
    )
    def test_unknown_switches_are_refused(self, start: Start, rules: dict[str, Any]) -> None:
        with pytest.raises(BadSetup, match=rf"{next(iter(rules))}"):
            start(**rules)

    @pytest.mark.parametrize(
        "pasture",
        [
            [],
            ["0,0"],
            ["0,0", "0,0", "1,0"],
            ["0,0", "1,0", "x"],
            ["0,0", "1,0", "2"],
            ["0,0", "1,0", "2,0,0"],
        ],
    )
    def test_a_pasture_that_cannot_be_played_on_is_refused(
        self, start: Start, pasture: list[str]
    ) -> None:
        with pytest.raises(BadSetup):
            start(pasture=pasture)

    def test_as_many_border_cells_as_players_are_enough(self, start: Start) -> None:
        assert start(players=3, pasture=["0,0", "7,7", "-5,9"])["phase"] == "start"
        with pytest.raises(BadSetup, match="border"):
            start(players=4, pasture=["0,0", "7,7", "-5,9"])

    def test_a_pasture_far_off(self, start: Start) -> None:
        table = start(pasture=["-9000,9000", "-8999,9000", "-8000,8999"])
        table.play("start -9000,9000", "start -8000,8999", "split -9000,9000 -8999,9000 3")
        assert table["scores"] == [2, 1]
