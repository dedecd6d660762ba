"""Every page in the browser: nothing to complain of, and addresses that bring back the view."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from dashboard.texts import text
from engine.core.registry import game_keys
from tests.browser.conftest import Look
from tests.dashboard.samples import HEXLOG

PAGES = sorted(path.stem for path in (HEXLOG.parents[2] / "dashboard" / "app_pages").glob("*.py"))


def address(page: str) -> str:
    return "" if page == "library" else page


@pytest.mark.parametrize("game", game_keys())
@pytest.mark.parametrize("page", PAGES)
def test_a_page_opens_without_complaints(look: Look, page: str, game: str) -> None:
    opened = look.open(f"{address(page)}?game={game}")
    look.settled()
    assert opened.locator("[data-testid=stException]").count() == 0
    assert opened.get_by_text(text("fault.page")).count() == 0
    expect(opened.get_by_role("link", name="Library").first).to_be_visible()


@pytest.mark.parametrize("game", game_keys())
def test_heatmaps_and_events_are_drawn(look: Look, game: str) -> None:
    for view in ("heatmaps", "events"):
        page = look.open(f"objectives?game={game}&view={view}")
        page.wait_for_selector(".js-plotly-plot .main-svg")
        look.settled()


def chosen(page: Page) -> list[str]:
    """The names of the pills that are pressed, and the legend of the first chart."""
    pills = page.locator("[data-testid=stSidebar] button[aria-checked=true]").all_inner_texts()
    return [*pills, *page.locator(".legendtext").all_text_contents()]


def test_filters_live_in_the_address(look: Look) -> None:
    page = look.open("curves?game=takenoko")
    page.wait_for_selector(".legendtext")
    before = page.locator(".legendtext").first.text_content()
    page.get_by_text(text("outcome.won"), exact=True).first.click()
    page.wait_for_url(re.compile("outcome=won"))
    expect(page.locator(".legendtext").first).not_to_have_text(before or "")
    look.settled()
    seen = chosen(page), page.url
    page.goto("about:blank")
    page.goto(seen[1])
    page.wait_for_selector(".legendtext")
    look.settled()
    assert (chosen(page), page.url) == seen


def test_filters_are_kept_from_page_to_page(look: Look) -> None:
    page = look.open("curves?game=china_gold")
    page.wait_for_selector(".legendtext")
    page.get_by_role("link", name="Objectives").first.click()
    expect(page.get_by_role("heading", name="China Gold: objectives")).to_be_visible()
    page.wait_for_url(re.compile("game=china_gold"))


def test_names_from_logs_are_text_in_charts_and_filters(look: Look) -> None:
    page = look.open("curves?game=takenoko&by=player")
    page.wait_for_selector(".legendtext")
    look.settled()
    legend = " ".join(page.locator(".legendtext").all_text_contents())
    assert "<script>alert(1)</script>" in legend
    assert "**bold** [x](http://evil.example/)" in legend
    assert page.locator("a[href*='evil.example']").count() == 0


def test_a_game_is_opened_from_the_library(look: Look) -> None:
    page = look.open("?game=takenoko")
    table = page.get_by_test_id("stDataFrame").first
    table.locator("canvas").first.wait_for()
    look.settled()
    box = table.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 18, box["y"] + 35 + 17)
    page.wait_for_url(re.compile(r"/game\?.*\bid=\d+"))
    page.wait_for_selector(".moves li")


def test_files_are_dropped_and_accounted_for(look: Look, tmp_path: Path) -> None:
    bad = tmp_path / "bad.hexlog"
    bad.write_text(
        '{"format": "hexlog/1", "game": "chess", "players": [], "moves": []}\nnonsense\n'
    )
    page = look.open("?part=add")
    page.locator("input[type=file]").first.set_input_files(
        [bad, HEXLOG / "china_gold-first.hexlog"]
    )
    expect(page.get_by_role("heading", name=text("report.title"))).to_be_visible()
    look.settled()
    values = page.get_by_test_id("stMetricValue").all_inner_texts()[-5:]
    read, stored, replaced, duplicate, rejected = map(int, values)
    assert (read, rejected) == (3, 2)
    assert read == stored + replaced + duplicate + rejected
    with page.expect_download() as download:
        page.get_by_role("button", name=text("report.download_rows_csv")).click()
    report = download.value.path().read_text(encoding="utf-8-sig")
    assert "nonsense" in report or "bad.hexlog" in report
    assert len(report.splitlines()) == 1 + read - stored
