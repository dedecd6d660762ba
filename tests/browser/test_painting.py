"""Painting a board of China Gold in the browser."""

import json

from playwright.sync_api import Page, expect

from dashboard.texts import text
from tests.browser.conftest import Look


def opened(look: Look, board: str) -> Page:
    page = look.open(f"boards?board={board}")
    page.wait_for_selector(".painter svg [data-place] path")
    return look.settled()


def numbers(page: Page) -> list[str]:
    """The area numbers that are shown, cell by cell."""
    return page.locator(".painter [data-place] text:first-of-type").all_text_contents()


def saved(look: Look, button: str) -> dict[str, object]:
    # A script that still runs takes the file away under the download.
    page = look.settled()
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    return dict(json.loads(download.value.path().read_text(encoding="utf-8")))


def test_cells_are_painted_by_mouse_and_keyboard_and_saved(look: Look) -> None:
    page = opened(look, "empty-5")
    assert set(numbers(page)) == {""}
    page.locator("[data-place='0,0'] path").click()
    page.locator("[data-place='1,0'] path").click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    page.get_by_role("radio", name="Area 2, 0 cells").click()
    page.locator("[data-place='0,1'] path").click()
    assert sorted(filter(None, numbers(page))) == ["1", "1", "1", "2"]
    look.settled()
    expect(page.get_by_text("No mountain has")).to_contain_text("a1")
    expect(page.get_by_text("No mountain has")).not_to_contain_text("e5")
    board = saved(look, text("boards.save_draft"))
    assert board["mountains"] == [["e5", "e6", "e7"], ["f5"]]
    assert board["rivers"] == []


def test_a_click_on_a_cell_of_the_chosen_area_takes_it_away(look: Look) -> None:
    page = opened(look, "synthetic-61")
    expect(page.get_by_text(text("boards.sound"))).to_be_visible()
    before = numbers(page)
    page.locator("[data-place='-4,0'] path").click()
    expect(page.get_by_text("No mountain has e1.")).to_be_visible()
    page.locator("[data-place='-4,0'] path").click()
    expect(page.get_by_text(text("boards.sound"))).to_be_visible()
    assert numbers(page) == before


def test_rivers_are_made_as_a_mirror_image(look: Look) -> None:
    page = opened(look, "synthetic-61")
    page.get_by_text(text("boards.mirror")).click()
    page.get_by_role("button", name=text("boards.make_rivers")).click()
    page.get_by_role("radio", name="Rivers").wait_for()
    look.settled()
    expect(page.get_by_text(text("boards.sound"))).to_be_visible()
    board = saved(look, text("boards.save"))
    assert board["status"] == "synthetic"
