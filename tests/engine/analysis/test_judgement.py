"""Intervals and labels: what they promise, and where the borders are."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.analysis.judgement import (
    Interval,
    Label,
    added,
    avoidable,
    difficulty,
    exactly,
    interval,
    label_of,
    settled,
    value_interval,
)

SHARES = st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=60)


@pytest.mark.parametrize(
    ("low", "label"),
    [
        (0.15, Label.BLUNDER),
        (0.149, Label.MISTAKE),
        (0.10, Label.MISTAKE),
        (0.099, Label.INACCURACY),
        (0.05, Label.INACCURACY),
        (0.049, Label.CLOSE),
    ],
)
def test_a_label_needs_the_lower_end_of_the_interval(low: float, label: Label) -> None:
    assert label_of(Interval(0.3, low, 0.6, 100)) is label


def test_a_move_that_cannot_have_lost_much_is_no_call_at_all() -> None:
    assert label_of(Interval(0.01, -0.02, 0.049, 100)) is Label.BEST
    assert label_of(exactly(0.0)) is Label.BEST
    assert label_of(exactly(0.2)) is Label.BLUNDER


def test_more_samples_are_wanted_only_while_they_may_change_the_label() -> None:
    assert settled(Interval(0.0, -0.03, 0.03, 10))
    assert settled(Interval(0.07, 0.055, 0.09, 10))
    assert settled(Interval(0.4, 0.2, 0.6, 10))
    assert not settled(Interval(0.07, 0.04, 0.10, 10))
    assert not settled(Interval(0.12, 0.08, 0.16, 10))
    assert not settled(Interval(0.03, -0.03, 0.09, 10))


def test_equal_samples_do_not_make_certain() -> None:
    few, many = interval(np.zeros(10)), interval(np.zeros(1000))
    assert few.low < -0.08
    assert few.high > 0.08
    assert many.high < 0.002


def test_samples_that_forbid_the_move_are_left_out() -> None:
    assert interval(np.array([0.5, np.nan, 0.5])).samples == 2
    assert interval(np.array([np.nan])) == Interval(0.0, -1.0, 1.0, 0)


@given(SHARES)
def test_an_interval_of_a_value_holds_its_mean_and_stays_a_score(shares: list[float]) -> None:
    found = value_interval(np.array(shares))
    assert 0.0 <= found.low <= found.mean
    assert found.mean <= found.high <= 1.0
    assert found.high > found.low


@pytest.mark.parametrize("chance", [0.02, 0.2, 0.5, 0.9])
def test_intervals_of_values_hold_the_truth_as_often_as_they_say(chance: float) -> None:
    random = np.random.default_rng(5)
    held = 0
    for _ in range(2000):
        found = value_interval((random.random(96) < chance).astype(float))
        held += found.low <= chance <= found.high
    assert 0.93 <= held / 2000 <= 0.99


def test_difficulty_is_the_mean_loss_of_one_who_sees_losses_through_a_softmax() -> None:
    weights = np.exp(-np.array([0.0, 0.1]) / 0.05)
    assert difficulty([0.0, 0.1]) == pytest.approx(0.1 * weights[1] / weights.sum())
    assert difficulty([]) == 0.0


def test_a_loss_is_avoidable_where_the_position_asks_for_little() -> None:
    assert avoidable(0.2, 0.02)
    assert not avoidable(0.2, 0.021)
    assert not avoidable(0.0, 0.0)


def test_errors_add_up_in_squares_on_either_side() -> None:
    one = Interval(0.3, 0.2, 0.7, 64)
    assert added([one]) == one
    assert added([one, exactly(0.5)]) == pytest.approx((0.8, 0.7, 1.2, 64))
    both = added([one, Interval(0.1, -0.1, 0.4, 32)])
    assert both.mean == pytest.approx(0.4)
    assert both.mean - both.low == pytest.approx(math.hypot(0.1, 0.2))
    assert both.high - both.mean == pytest.approx(math.hypot(0.4, 0.3))
    assert both.samples == 96
