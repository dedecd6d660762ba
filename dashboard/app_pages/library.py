"""Library: what the store holds, games going in, and what became of each of them."""

import streamlit as st

from dashboard import loaders
from dashboard.components.games_table import show_games
from dashboard.components.imports import show_adding, show_past_imports
from dashboard.components.totals import show_totals
from dashboard.texts import text

st.title(text("library.title"))
if loaders.totals().is_empty():
    st.info(text("empty.library"), icon=":material/inbox:")
    show_adding(with_samples=True)
    show_past_imports()
else:
    show_totals()
    games, adding, past = st.tabs(
        [text("library.games"), text("library.add"), text("library.imports")],
        key="part",
        bind="query-params",
    )
    with games:
        if games.open:
            show_games()
    with adding:
        if adding.open:
            show_adding(with_samples=False)
    with past:
        if past.open:
            show_past_imports()
