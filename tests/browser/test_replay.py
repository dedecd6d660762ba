"""Stepping through a game in the browser: keys, buttons, moves, slider, touch, the address."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.core.registry import game_keys
from tests.browser.conftest import Look, Stored, watched
from tests.dashboard.samples import logs


def opened(look: Look, game: str, ply: int = 0) -> Page:
    page = look.open(f"game?id={look.first_ids[game]}&ply={ply}")
    page.wait_for_selector(".moves li")
    return look.settled()


def count(page: Page) -> str:
    return page.locator(".count").inner_text()


def picture(page: Page) -> str:
    """Everything drawn on the board."""
    return str(page.locator(".board svg").inner_html())


def expect_ply(page: Page, ply: int) -> None:
    expect(page.locator(".count")).to_have_text(re.compile(rf"^{ply} / "))


@pytest.mark.parametrize("game", game_keys())
def test_arrow_keys_step_through_every_game(look: Look, game: str) -> None:
    page = opened(look, game)
    last = len(logs(game)[0].moves)
    expect_ply(page, 0)
    start = picture(page)
    page.keyboard.press("ArrowRight")
    expect_ply(page, 1)
    for key, ply in (
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("Shift+ArrowRight", 11),
        ("ArrowRight", 12),
        ("Shift+ArrowLeft", 2),
        ("End", last),
        ("ArrowRight", last),
        ("ArrowLeft", last - 1),
        ("Home", 0),
        ("ArrowLeft", 0),
    ):
        page.keyboard.press(key)
        expect_ply(page, ply)
    assert picture(page) == start


@pytest.mark.parametrize("game", game_keys())
def test_the_address_brings_back_the_same_picture(look: Look, game: str) -> None:
    page = opened(look, game)
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(r"[?&]ply=11\b"))
    look.settled()
    seen = picture(page), page.locator(".panels").inner_text(), page.url
    page.goto("about:blank")
    page.goto(seen[2])
    page.wait_for_selector(".moves li")
    expect_ply(page, 11)
    assert (picture(page), page.locator(".panels").inner_text(), page.url) == seen


def test_stepping_does_not_load_the_board_again(look: Look) -> None:
    page = opened(look, "takenoko")
    page.locator(".board svg").evaluate("node => { node.dataset.seen = 'yes' }")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(r"[?&]ply=1\b"))
    look.settled()
    assert page.locator(".board svg").get_attribute("data-seen") == "yes"
    expect_ply(page, 1)


def test_a_click_on_a_move_goes_there(look: Look) -> None:
    page = opened(look, "china_gold")
    page.locator(".moves li[data-ply='5']").click()
    expect_ply(page, 5)
    expect(page.locator(".moves li[aria-selected=true]")).to_have_attribute("data-ply", "5")
    assert logs("china_gold")[0].moves[4] in page.locator(".story-move").inner_text()
    page.keyboard.press("ArrowRight")
    expect_ply(page, 6)


def test_buttons_and_slider_step(look: Look) -> None:
    page = opened(look, "battle_sheep")
    page.get_by_role("button", name="One move on").click()
    expect_ply(page, 1)
    page.get_by_role("button", name="Last position").click()
    expect_ply(page, len(logs("battle_sheep")[0].moves))
    page.get_by_role("button", name="First position").click()
    slider = page.locator(".slider")
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    expect_ply(page, 11)
    assert slider.input_value() == "11"


def test_play_goes_on_by_itself_until_paused(look: Look) -> None:
    page = opened(look, "battle_sheep")
    page.locator(".speed").select_option("100")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".count")).to_have_text(re.compile(r"^([3-9]|1\d) / "))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_keys_typed_elsewhere_do_not_step(look: Look) -> None:
    page = opened(look, "takenoko", ply=4)
    page.get_by_role("combobox").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    assert count(page).startswith("4 / ")


def test_land_in_reach_is_shaded_when_asked_for(look: Look) -> None:
    page = opened(look, "battle_sheep")
    page.keyboard.press("End")
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    before = picture(page)
    boxes = page.locator(".layers input")
    boxes.nth(0).check()
    boxes.nth(1).check()
    assert picture(page) != before
    boxes.nth(0).uncheck()
    boxes.nth(1).uncheck()
    assert picture(page) == before


def test_areas_can_be_hidden(look: Look) -> None:
    page = opened(look, "china_gold")
    outlines = page.locator(".board svg > g").nth(2).locator("path")
    assert outlines.count() == 2
    page.get_by_label("Mountains", exact=True).uncheck()
    assert outlines.count() == 1


def test_names_and_notes_from_logs_are_text(look: Look) -> None:
    page = opened(look, "takenoko", ply=1)
    names = page.locator(".panel .name").all_inner_texts()
    assert "<script>alert(1)</script>" in names
    assert "<img src=x onerror=alert(1)>" in page.locator(".story-events").inner_text()
    assert page.locator(".replay img, .replay script").count() == 0


def test_a_screen_reader_is_told_each_step(look: Look) -> None:
    page = opened(look, "china_gold")
    page.keyboard.press("ArrowRight")
    move = logs("china_gold")[0].moves[0]
    expect(page.locator(".spoken")).to_contain_text(f"Move 1 of {len(logs('china_gold')[0].moves)}")
    expect(page.locator(".spoken")).to_contain_text(move)
    for button in page.locator(".controls button").all():
        assert button.get_attribute("aria-label")
    assert page.locator(".replay").get_attribute("aria-label")


@pytest.fixture
def phone(browser: Browser, served: str, stored: Stored) -> Iterator[Look]:
    yield from watched(browser, served, stored, 390, 800, touch=True)


@pytest.mark.parametrize("game", game_keys())
def test_a_phone_can_swipe_and_needs_no_sideways_scrolling(phone: Look, game: str) -> None:
    page = opened(phone, game)
    board = page.locator(".board")
    board.evaluate(
        """node => {
            const touch = x => new Touch({ identifier: 1, target: node, clientX: x, clientY: 300 });
            const swipe = (from, to) => {
                node.dispatchEvent(new TouchEvent('touchstart', { touches: [touch(from)] }));
                node.dispatchEvent(new TouchEvent('touchend', { changedTouches: [touch(to)] }));
            };
            swipe(300, 100); swipe(300, 100); swipe(100, 300);
        }"""
    )
    expect_ply(page, 1)
    wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert wide <= 0
    assert board.bounding_box()["width"] <= 390  # type: ignore[index]
