"""Draws come up as often as the pile and the decks say, the weather as often as a die says."""

from collections import Counter
from math import comb, sqrt
from typing import Any

import pytest

from engine.core.chance import random_state
from engine.core.ids import MoveCode
from engine.games.takenoko import GAME
from engine.games.takenoko.components import PLOT_TEXTS
from tests.engine.table import EngineTable
from tests.engine.takenoko.harness import new_engine_table
from tests.engine.takenoko.story import Story

DRAWS = 20_000


def at(*moves: str, hands: list[list[str]] | None = None) -> EngineTable:
    """A game of two after these moves."""
    table = new_engine_table(2, {}, {} if hands is None else {"hands": hands})
    for move in moves:
        table.play(move)
    return table


def weights(table: EngineTable) -> dict[str, float]:
    """The probability of each outcome at a chance node."""
    return {
        table.notation.format(move): float(GAME.rules.weight(table.state, move))
        for move in GAME.legal_moves(table.state)
    }


def drawn_as_weighed(table: EngineTable) -> dict[str, float]:
    """The weights, after it was seen that they are all there is and that `draw` follows them."""
    expected = weights(table)
    assert sum(expected.values()) == pytest.approx(1.0)
    assert min(expected.values()) > 0.0
    random = random_state(3)
    drawn = Counter(
        table.notation.format(MoveCode(int(GAME.rules.draw(table.state, random))))
        for _ in range(DRAWS)
    )
    assert set(drawn) <= set(expected)
    for move, weight in expected.items():
        spread = sqrt(DRAWS * weight * (1 - weight))
        assert abs(drawn[move] - DRAWS * weight) <= 5 * spread + 1, move
    return expected


def test_six_faces_are_equally_likely() -> None:
    table = at(*["channel", "card panda", "drawn ?", "end"] * 2)
    faces = drawn_as_weighed(table)
    assert len(faces) == 6
    assert set(faces.values()) == {1 / 6}


def test_plots_are_drawn_without_being_put_back() -> None:
    expected = drawn_as_weighed(at("plots"))
    ways = comb(27, 3)
    assert expected["drawn green green green"] == pytest.approx(comb(5, 3) / ways)
    assert expected["drawn green yellow pink"] == pytest.approx(5 * 6 * 4 / ways)
    assert expected["drawn green+watershed green+watershed pink+enclosure"] == pytest.approx(
        1 / ways
    )


def test_plots_put_under_the_pile_are_not_drawn_while_the_part_above_lasts() -> None:
    table = at("plots", "drawn pink pink pink", "lay pink 1,0", "channel", "end", "plots")
    expected = drawn_as_weighed(table)
    assert expected["drawn green green pink"] == pytest.approx(comb(5, 2) / comb(24, 3))
    assert "drawn green pink pink" not in expected


def test_a_panda_card_comes_by_its_copies() -> None:
    hands = [["?", "?", "panda:green-2"], ["?", "?", "?"]]
    expected = drawn_as_weighed(at("card panda", hands=hands))
    assert expected["drawn panda:green-2"] == pytest.approx(4 / 14)
    assert expected["drawn panda:three-colours"] == pytest.approx(3 / 14)


def test_each_gardener_card_not_seen_is_equally_likely() -> None:
    hands = [["?", "gardener:green-3x4", "?"], ["?", "?", "?"]]
    expected = drawn_as_weighed(at("card gardener", hands=hands))
    assert len(expected) == 14
    assert set(expected.values()) == {1 / 14}


# The one draw that reaches into both parts of the pile without taking all: two plots above, four
# below, after parts of 27, 18 and 12 plots were drawn through.


def across_both_parts() -> EngineTable:
    """Where that draw is due, everything seen so far."""
    table = at()
    Story(table).turns(*["lay", "channel"] * 2, *["lay"] * 19).play("weather wind", "plots")
    assert (table.state.above_count, table.state.below_count) == (2, 4)
    return table


def plots_of(counts: Any) -> list[str]:
    """The plots that the state counts, each as often."""
    return [PLOT_TEXTS[kind] for kind, count in enumerate(counts) for _ in range(count)]


def text_of(plots: tuple[str, ...]) -> str:
    return " ".join(["drawn", *sorted(plots, key=PLOT_TEXTS.index)])


def test_a_draw_across_both_parts_follows_its_weights() -> None:
    table = across_both_parts()
    above, below = plots_of(table.state.above), plots_of(table.state.below)
    ways = Counter(text_of((*above, third)) for third in below)
    expected = drawn_as_weighed(table)
    assert expected == {draw: pytest.approx(count / 4) for draw, count in ways.items()}


def test_what_an_unseen_draw_across_both_parts_tells_is_remembered() -> None:
    table = across_both_parts()
    above, below = plots_of(table.state.above), plots_of(table.state.below)
    seen = next(plot for plot in below if plot not in above)
    table.play(f"drawn {seen} ? ?")
    place = table.legal()[0].split()[-1]
    table.play(f"lay {seen} {place}")
    table.play("plots")
    # Both unseen plots are the two that were above, so the three above now are the others.
    rest = Counter(below)
    rest.subtract([seen])
    assert table.legal() == [text_of(tuple(rest.elements()))]


def test_unseen_plots_above_leave_all_draws_open_that_can_be() -> None:
    """Every hidden order that fits what was seen, drawn on: the same outcomes as listed."""
    table = across_both_parts()
    # One plot of the four below was not seen when it was drawn from the part above.
    unseen = plots_of(table.state.below)[0]
    kind = PLOT_TEXTS.index(unseen)
    table.state.below[kind] -= 1
    table.state.above[kind] += 1
    table.state.unseen = 1
    pool, below = plots_of(table.state.above), plots_of(table.state.below)
    seen = below[-1]
    table.play(f"drawn {seen} ? ?")
    possible = set()
    for hidden in range(3):
        top = [plot for index, plot in enumerate(pool) if index != hidden]
        for third in range(4):
            under = [*below, pool[hidden]]
            drawn = [*top, under.pop(third)]
            if seen in drawn:
                possible.add(text_of(tuple(under)))
    assert len(possible) > 1
    place = table.legal()[0].split()[-1]
    table.play(f"lay {seen} {place}")
    table.play("plots")
    assert set(table.legal()) == possible
    assert set(drawn_as_weighed(table)) == possible
