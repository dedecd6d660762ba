"""The pages with a thousand games stored: opened, and with a filter changed, as the server runs."""

import logging
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

import streamlit as st
from streamlit.testing.v1 import AppTest

from dashboard.texts import word
from data.ingest import find_inputs, run_import
from data.store import open_store
from engine.core.registry import games
from tests.benchmarks.bench_import import write_games
from tests.benchmarks.figure import Figure
from tests.dashboard.test_pages import APP, FOUND

GAMES = 1_000
ROUNDS = 5
SECONDS = 120


def median_seconds(work: Callable[[], object]) -> float:
    """Median of some rounds after one that warms everything up but what pages keep of queries."""
    work()
    spent = []
    for _ in range(ROUNDS):
        st.cache_data.clear()
        began = process_time()
        work()
        spent.append(process_time() - began)
    return sorted(spent)[ROUNDS // 2]


def figures() -> Iterator[Figure]:
    """Each page for Takenoko, the game with most to show."""
    logging.getLogger("streamlit").setLevel(logging.ERROR)  # it misses a browser, which is meant
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for key in games():
            write_games(folder / f"{key}.hexlog", key, GAMES // 3 + 1, ["greedy"])
        os.environ["HEXCOACH_STORE"] = str(folder / "pages.duckdb")
        with open_store(folder / "pages.duckdb") as store:
            list(run_import(store, find_inputs([folder])))
        for page in FOUND:
            yield from page_figures(page)


def page_figures(page: str) -> Iterator[Figure]:
    """A new session that opens the page; then one whose filter changes to and fro."""

    def opened() -> AppTest:
        app = AppTest.from_file(str(APP), default_timeout=SECONDS)
        app.query_params["game"] = "takenoko"
        if page != "library":
            app.switch_page(f"app_pages/{page}.py")
        return app.run()

    title = word("", "page", page)
    label = f"{title}: opened, {GAMES:,} games stored"
    yield Figure(label, 1000 * median_seconds(opened), "ms", 1_000, at_most=True)
    app = opened()
    seats = [pills for pills in app.button_group if pills.label == "Seat"]
    if not seats:
        return
    chosen = [0]

    def changed() -> None:
        chosen[0] = 1 - chosen[0]
        seat = next(pills for pills in app.button_group if pills.label == "Seat")
        seat.set_value([chosen[0]])
        app.run()

    yield Figure(f"{title}: a filter changed", 1000 * median_seconds(changed), "ms", 300, True)
