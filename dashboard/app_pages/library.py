"""Library: what the store holds, games going in, and what became of each of them."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from dashboard import loaders
from dashboard.components.address import choose_tab
from dashboard.components.games_table import show_games
from dashboard.components.imports import show_adding, show_past_imports
from dashboard.components.taking import show_taking
from dashboard.components.totals import show_totals
from dashboard.texts import text

ICON = ":material/library_books:"
ORDER = 10

st.title(text("library.title"))
if loaders.totals().is_empty():
    st.info(text("empty.library"), icon=":material/inbox:")
    show_adding(with_samples=True)
    show_past_imports()
else:
    show_totals()
    parts = {
        "games": text("library.games"),
        "add": text("library.add"),
        "imports": text("library.imports"),
        "taking": text("library.taking"),
    }
    shows: dict[str, Callable[[], None]] = {
        "games": show_games,
        "add": partial(show_adding, with_samples=False),
        "imports": show_past_imports,
        "taking": show_taking,
    }
    for name, tab in choose_tab(parts, key="part").items():
        if tab.open:
            with tab:
                shows[name]()
