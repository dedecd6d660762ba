"""The review on the board: keys from mistake to mistake, labels, the better move, the reasons."""

import re

import pytest
from playwright.sync_api import Page, expect

from dashboard.texts import text
from dashboard.verdicts import LABELLED, label_mark
from engine.analysis.review import Decision
from engine.core.registry import game_keys
from tests.browser.conftest import Look, Stored
from tests.browser.test_replay import expect_ply


def opened(look: Look, stored: Stored, game: str, ply: int = 0) -> Page:
    page = look.open(f"game?id={stored.reviewed_ids[game]}&ply={ply}")
    page.wait_for_selector(".moves .verdict")
    return look.settled()


def mistakes(stored: Stored, game: str) -> list[Decision]:
    review = stored.reviews[stored.reviewed_ids[game]]
    return [one for one in review.decisions if one.label in LABELLED]


@pytest.mark.parametrize("game", game_keys())
def test_n_goes_from_mistake_to_mistake(look: Look, stored: Stored, game: str) -> None:
    page = opened(look, stored, game)
    plies = [one.ply + 1 for one in mistakes(stored, game)]
    for ply in plies:
        page.keyboard.press("n")
        expect_ply(page, ply)
    page.keyboard.press("n")
    expect_ply(page, plies[-1] if plies else 0)
    page.keyboard.press("End")
    for ply in reversed(plies):
        page.keyboard.press("Shift+n")
        expect_ply(page, ply)
    assert page.locator("[data-go=next_mistake]").is_visible() == bool(plies)


@pytest.mark.parametrize("game", game_keys())
def test_every_decision_has_its_label_in_the_list(look: Look, stored: Stored, game: str) -> None:
    page = opened(look, stored, game)
    review = stored.reviews[stored.reviewed_ids[game]]
    for one in review.decisions:
        item = page.locator(f".moves li[data-ply='{one.ply + 1}'] .verdict.{one.label}")
        assert item.inner_text() == label_mark(one.label)
    labels = page.locator(".moves .verdict:not(.fact):not(.gain)")
    assert labels.count() == len(review.decisions)


def test_the_better_move_is_drawn_beside_the_one_played(look: Look, stored: Stored) -> None:
    page = opened(look, stored, "china_gold")
    better = page.locator(".board svg > g").last.locator("path")
    assert better.count() == 0
    one = mistakes(stored, "china_gold")[0]
    page.keyboard.press("n")
    expect_ply(page, one.ply + 1)
    expect(better).to_have_count(len(one.best.split()) - 1)
    assert better.first.get_attribute("stroke-dasharray")
    said = page.locator(".story-verdict").inner_text()
    assert f"Better: {one.best}" in said
    assert f"n = {one.samples} pairs" in said or "exact" in said
    expect(page.locator(".spoken")).to_contain_text(one.label)
    page.keyboard.press("Home")
    expect(better).to_have_count(0)
    expect(page.locator(".story-verdict")).to_have_text("")


def test_a_step_to_a_mistake_loads_nothing_again(look: Look, stored: Stored) -> None:
    page = opened(look, stored, "battle_sheep")
    page.locator(".board svg").evaluate("node => { node.dataset.seen = 'yes' }")
    page.keyboard.press("n")
    page.wait_for_url(re.compile(r"[?&]ply=\d+"))
    look.settled()
    assert page.locator(".board svg").get_attribute("data-seen") == "yes"


def test_keys_typed_elsewhere_do_not_go_to_mistakes(look: Look, stored: Stored) -> None:
    page = opened(look, stored, "battle_sheep")
    page.get_by_role("combobox").first.focus()
    page.keyboard.press("n")
    expect_ply(page, 0)


@pytest.mark.parametrize("game", game_keys())
def test_expected_scores_are_drawn(look: Look, stored: Stored, game: str) -> None:
    page = opened(look, stored, game)
    expect(page.get_by_role("heading", name=text("review.curve"))).to_be_visible()
    page.wait_for_selector(".js-plotly-plot .main-svg")
    seats = stored.reviews[stored.reviewed_ids[game]].seats
    names = page.locator(".js-plotly-plot").first.locator(".legendtext")
    expect(names.nth(seats - 1)).to_be_visible()


def test_the_page_of_mistakes_has_its_charts(look: Look) -> None:
    page = look.open("mistakes?game=china_gold")
    expect(page.get_by_role("heading", name=text("mistakes.where"))).to_be_visible()
    page.wait_for_selector(".js-plotly-plot .main-svg")
    look.settled()
