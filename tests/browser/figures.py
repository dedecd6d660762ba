"""Figures of the dashboard: `python -m tests.browser.figures [games of each kind]`.

Serves a store of simulated games and measures in Chromium: opening each page from another one,
a change of filter until the chart shows it, and a step of the replay (script, layout and paint).
Everything is measured on a warm server, as a person meets it who has been there before.
"""

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from data.ingest import find_inputs, run_import
from data.store import open_store
from engine.core.registry import game_keys
from tests.browser.conftest import CHROMIUM, FLAGS, free_port, wait_until_up

STEP = """async (key) => {
    const times = [];
    for (let index = 0; index < 100; index += 1) {
        const start = performance.now();
        window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        document.body.getBoundingClientRect();
        times.push(performance.now() - start);
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    }
    return times;
}"""
PAGES = {
    "Scoring curves": ".js-plotly-plot .main-svg",
    "Objectives": ".js-plotly-plot .main-svg",
    "Game": ".moves li",
    "China Gold boards": ".painter svg",
    "Library": "canvas",
}


def simulated(folder: Path, games: int) -> list[Path]:
    paths = []
    for number, game in enumerate(game_keys()):
        path = folder / f"{game}.hexlog"
        command = [sys.executable, "-m", "engine.cli.main", "simulate", game]
        with path.open("wb") as file:
            subprocess.run(
                [*command, "-n", str(games), "--seed", str(number), "--with", "greedy,random"],
                stdout=file,
                check=True,
            )
        paths.append(path)
    return paths


def settled(page: Page) -> None:
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")


def open_pages(page: Page) -> None:
    for name, part in PAGES.items():
        times = []
        for _ in range(5):
            page.get_by_role("link", name="Library").first.click()
            page.wait_for_selector("canvas")
            settled(page)
            if name == "Library":
                page.get_by_role("link", name="China Gold boards").first.click()
                page.wait_for_selector(".painter svg")
                settled(page)
            start = time.perf_counter()
            page.get_by_role("link", name=name).first.click()
            page.wait_for_selector(part)
            times.append(time.perf_counter() - start)
            settled(page)
        report(f"open {name}", times, "s")


def change_filters(page: Page) -> None:
    page.get_by_role("link", name="Scoring curves").first.click()
    page.wait_for_selector(".legendtext")
    settled(page)
    times = []
    for pill in ("Seat 1", "Seat 1", "Winners", "Seat 1", "Seat 1", "Seat 2"):
        before = page.locator(".legendtext").first.text_content()
        start = time.perf_counter()
        page.locator("[data-testid=stSidebar]").get_by_text(pill, exact=True).first.click()
        page.wait_for_function(
            "(before) => document.querySelector('.legendtext')?.textContent !== before",
            arg=before,
        )
        times.append(time.perf_counter() - start)
        settled(page)
    report("change a filter", times, "s")


def step(page: Page) -> None:
    page.get_by_role("link", name="Game").first.click()
    page.wait_for_selector(".moves li")
    settled(page)
    for key in ("ArrowRight", "ArrowLeft"):
        report(f"step {key}", page.evaluate(STEP, key), "ms")


def report(what: str, times: list[float], unit: str) -> None:
    ordered = sorted(times)
    late = ordered[int(len(ordered) * 0.95)]
    print(f"{what:<26} median {statistics.median(times):7.2f} {unit}   95 % {late:7.2f} {unit}")  # noqa: T201


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 350
    chromium = next(filter(None, map(shutil.which, CHROMIUM)))
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        store_path = folder / "figures.duckdb"
        with open_store(store_path) as store:
            list(run_import(store, find_inputs(simulated(folder, games))))
        port = free_port()
        serve = ["serve", "--store", str(store_path), "--port", str(port), "--headless"]
        server = subprocess.Popen([sys.executable, "-m", "engine.cli.main", *serve])
        try:
            url = f"http://localhost:{port}"
            wait_until_up(url, server)
            page = playwright.chromium.launch(executable_path=chromium, args=FLAGS).new_page()
            page.set_default_timeout(180_000)
            for game in reversed(game_keys()):
                page.goto(f"{url}/curves?game={game}")
                page.wait_for_selector(".legendtext")
                settled(page)
            page.get_by_role("link", name="Game").first.click()
            page.wait_for_selector(".moves li")
            settled(page)
            page.goto(f"{url}/?game=takenoko")
            page.wait_for_selector("canvas")
            open_pages(page)
            change_filters(page)
            step(page)
        finally:
            server.terminate()
            server.wait(30)


if __name__ == "__main__":
    main()
