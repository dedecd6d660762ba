"""The dashboard in Chromium: the replay stepped through, pages opened, a filter changed.

Everything is measured on a warm server, as a person meets it who has been there before. Times are
those that pass, since server and browser share the work, so nothing else may keep the machine
busy; only `one core` counts the work of the browser's page alone.
"""

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright

from dashboard.texts import word
from data.ingest import find_inputs, run_import
from data.store import open_store
from engine.core.registry import game_keys
from tests.benchmarks.bench_import import write_games
from tests.benchmarks.figure import Figure
from tests.browser.conftest import CHROMIUM, FLAGS, MILLISECONDS, free_port, wait_until_up

GAMES = 1_000
ROUNDS = 5
STEPS = 100
STEP = """async ([key, steps]) => {
    const times = [];
    for (let index = 0; index < steps; index += 1) {
        const start = performance.now();
        window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        document.body.getBoundingClientRect();
        times.push(performance.now() - start);
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    }
    return times;
}"""
"""Steps one by one, each followed by a frame that shows it; the time of one is that of its script
and of the layout that it asks for."""

LIBRARY = "library"
SHOWN = {
    "curves": ".js-plotly-plot .main-svg",
    "objectives": ".js-plotly-plot .main-svg",
    "game": ".moves li",
    "boards": ".painter svg",
    LIBRARY: "canvas",
}
"""What is to be seen of a page before it counts as opened."""


def figures() -> Iterator[Figure]:
    """Nothing where Chromium is not installed."""
    chromium = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if chromium is None:
        return
    with served() as url, sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=chromium, args=FLAGS).new_page()
        page.set_default_timeout(MILLISECONDS)
        for key in reversed(game_keys()):
            open_at(page, f"{url}/curves?game={key}", ".legendtext")
        for key in game_keys():
            open_at(page, f"{url}/game?game={key}", SHOWN["game"])
            yield from steps(page, key)
        open_at(page, f"{url}/?game=takenoko", SHOWN[LIBRARY])
        yield from pages_opened(page)
        yield filter_changed(page)


@contextmanager
def served() -> Iterator[str]:
    """The address of a dashboard over a store of simulated games."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for key in game_keys():
            write_games(folder / f"{key}.hexlog", key, GAMES // 3 + 1, ["greedy", "random"])
        store_path = folder / "browser.duckdb"
        with open_store(store_path) as store:
            list(run_import(store, find_inputs([folder])))
        port = free_port()
        serve = ["serve", "--store", str(store_path), "--port", str(port), "--headless"]
        server = subprocess.Popen([sys.executable, "-m", "engine.cli.main", *serve])
        try:
            url = f"http://localhost:{port}"
            wait_until_up(url, server)
            yield url
        finally:
            server.terminate()
            server.wait(30)


def steps(page: Page, key: str) -> Iterator[Figure]:
    """From the middle of the newest game, where the board is full, on and back again."""
    plies = int(page.locator(".count").inner_text().split("/")[1])
    for _ in range(plies // 20):
        page.keyboard.press("Shift+ArrowRight")
    browser = page.context.new_cdp_session(page)
    # In time of the processor, as other programs at work would else be counted too.
    browser.send("Performance.enable", {"timeDomain": "threadTicks"})
    times: list[float] = []
    busy = main_thread_seconds(browser)
    for direction in ("ArrowRight", "ArrowLeft"):
        times += page.evaluate(STEP, [direction, min(STEPS, plies - plies // 20 * 10)])
    busy = main_thread_seconds(browser) - busy
    browser.detach()
    label = f"{key}: one step of the replay"
    yield Figure(f"{label}, script and layout", statistics.median(times), "ms", 20, at_most=True)
    whole = 1000 * busy / len(times)
    yield Figure(f"{label}, one core with painting", whole, "ms", 20, at_most=True)


def main_thread_seconds(browser: CDPSession) -> float:
    """How long the page's main thread has been at work so far."""
    metrics = browser.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


def pages_opened(page: Page) -> Iterator[Figure]:
    """Each page from another one."""
    for name, part in SHOWN.items():
        times = []
        for _ in range(ROUNDS):
            come_from = "boards" if name == LIBRARY else LIBRARY
            follow(page, come_from)
            page.wait_for_selector(SHOWN[come_from])
            settled(page)
            began = time.perf_counter()
            follow(page, name)
            page.wait_for_selector(part)
            times.append(1000 * (time.perf_counter() - began))
            settled(page)
        label = f"{word('', 'page', name)}: opened in the browser, {GAMES:,} games"
        yield Figure(label, statistics.median(times), "ms", 1_000, at_most=True)


def filter_changed(page: Page) -> Figure:
    """Until the chart shows it."""
    follow(page, "curves")
    page.wait_for_selector(".legendtext")
    settled(page)
    times = []
    for pill in ("Seat 1", "Seat 1", "Winners", "Seat 1", "Seat 1", "Seat 2"):
        before = page.locator(".legendtext").first.text_content()
        began = time.perf_counter()
        page.locator("[data-testid=stSidebar]").get_by_text(pill, exact=True).first.click()
        page.wait_for_function(
            "(before) => document.querySelector('.legendtext')?.textContent !== before",
            arg=before,
        )
        times.append(1000 * (time.perf_counter() - began))
        settled(page)
    label = f"{word('', 'page', 'curves')}: a filter changed in the browser"
    return Figure(label, statistics.median(times), "ms", 300, at_most=True)


def open_at(page: Page, url: str, part: str) -> None:
    page.goto(url)
    page.wait_for_selector(part)
    settled(page)


def follow(page: Page, name: str) -> None:
    """To another page by the menu."""
    page.get_by_role("link", name=word("", "page", name)).first.click()


def settled(page: Page) -> None:
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
