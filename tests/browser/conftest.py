"""A server with a loaded store, and Chromium to look at it."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    Request,
    expect,
    sync_playwright,
)

from data import reading
from data.filters import Filters
from data.ingest import find_inputs, run_import
from data.store import Store, open_store
from engine.analysis.review import Review
from tests.dashboard.conftest import hostile_logs, write_logs
from tests.dashboard.reviewing import SHORT, review_games
from tests.dashboard.samples import HEXLOG

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SECONDS_TO_START = 120
MILLISECONDS = 180_000
"""Longest wait for anything to appear; rules may have to be loaded first."""

expect.set_options(timeout=MILLISECONDS)

STREAMLITS_OWN = ("_stcore/health", "_stcore/host-config")
"""Opened on a page's address, Streamlit looks for its server below that path first."""


@dataclass
class Look:
    """A page in the browser and everything about it that should not happen."""

    page: Page
    base: str
    first_ids: dict[str, int]
    faults: list[str] = field(default_factory=list)

    def open(self, path: str) -> Page:
        self.page.goto(f"{self.base}/{path}")
        return self.page

    def settled(self) -> Page:
        """Wait until the script behind the page has ended."""
        self.page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
        return self.page


@pytest.fixture(scope="session")
def chromium_path() -> str:
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found is None:
        if os.environ.get("CI") == "true":
            pytest.fail("Chromium is not installed, and in CI the browser tests must run.")
        pytest.skip("Chromium is not installed (on Debian: apt install chromium).")
    return found


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=FLAGS)
        yield browser
        browser.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return int(probe.getsockname()[1])


def wait_until_up(url: str, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < deadline:
        if server.poll() is not None:
            pytest.fail(f"The server ended at once with exit code {server.returncode}.")
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=5):
                return
        except (urllib.error.URLError, TimeoutError):
            time.sleep(0.1)  # between two questions, not to let something pass
    pytest.fail("The server did not answer.")


@dataclass(frozen=True)
class Stored:
    """A store with games of every kind, some between hostile names: the first of each kind, and a
    short one that is reviewed."""

    path: Path
    first_ids: dict[str, int]
    reviewed_ids: dict[str, int]
    reviews: dict[int, Review]


@pytest.fixture(scope="session")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    folder = tmp_path_factory.mktemp("served")
    hostile = write_logs(folder / "hostile.hexlog", hostile_logs())
    path = folder / "store.duckdb"
    with open_store(path) as store:
        files = [file for file in sorted(HEXLOG.glob("*.hexlog")) if "-first" not in file.name]
        list(run_import(store, find_inputs([hostile, *files])))
        first = {game: hostile_id(store, game, 0) for game in SHORT}
        reviewed = {game: hostile_id(store, game, number) for game, number in SHORT.items()}
        return Stored(path, first, reviewed, review_games(store, reviewed.values()))


def hostile_id(store: Store, game: str, number: int) -> int:
    """The stored game that was made of this sample."""
    found = reading.games(store, Filters(game=game, statuses=()), search=f"<i>{number}</i>")
    return int(found["game_id"][0])


@pytest.fixture(scope="session")
def served(stored: Stored) -> Iterator[str]:
    """The address of a running dashboard."""
    port = free_port()
    command = ["serve", "--store", str(stored.path), "--port", str(port), "--headless"]
    server = subprocess.Popen([sys.executable, "-m", "engine.cli.main", *command])
    try:
        url = f"http://localhost:{port}"
        wait_until_up(url, server)
        yield url
    finally:
        server.terminate()
        server.wait(30)


@pytest.fixture
def look(browser: Browser, served: str, stored: Stored) -> Iterator[Look]:
    """A fresh browser window; what it complains of fails the test."""
    yield from watched(browser, served, stored)


def watched(
    browser: Browser,
    base: str,
    stored: Stored,
    width: int = 1400,
    height: int = 1000,
    *,
    touch: bool = False,
) -> Iterator[Look]:
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch
    )
    page = context.new_page()
    page.set_default_timeout(MILLISECONDS)
    look = Look(page, base, stored.first_ids)

    def on_console(message: ConsoleMessage) -> None:
        own = any(part in str(message.location) for part in STREAMLITS_OWN)
        if message.type == "error" and not own:
            look.faults.append(f"console: {message.text} {message.location}")

    def on_request(request: Request) -> None:
        if not request.url.startswith((base, base.replace("http", "ws"), "data:", "blob:")):
            look.faults.append(f"request to {request.url}")

    page.on("console", on_console)
    page.on("pageerror", lambda error: look.faults.append(f"error: {error}"))
    page.on("request", on_request)
    page.on("dialog", lambda dialog: look.faults.append(f"dialog: {dialog.message}"))
    yield look
    context.close()
    assert look.faults == []
