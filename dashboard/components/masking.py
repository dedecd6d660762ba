"""The switch that takes every name off the pages: of the session, and in the address."""

import streamlit as st

from dashboard import loaders
from dashboard.components.address import choose_switch, forget_choice
from dashboard.texts import text
from data.privacy import is_pseudonym

OF_NAMES = ("names", "opponents", "search", "player")
"""Choices whose values are names, or are looked for among them."""


def choose_masking() -> None:
    """Called once a run before anything is read. Names chosen before the switch was turned would
    stay on the page, and would find nobody."""
    if loaders.totals().is_empty():
        return
    masked = choose_switch(
        st.sidebar.toggle, text("privacy.mask"), key="masked", help=text("privacy.mask_help")
    )
    if masked == loaders.names_are_masked():
        return
    arrives = not loaders.masking_is_chosen()
    loaders.mask_names(masked)
    for key in OF_NAMES:
        # A masked link that somebody was sent tells pseudonyms, and is to show what it says.
        if not arrives or not all(map(is_pseudonym, st.query_params.get_all(key))):
            forget_choice(key)
    if not arrives:
        st.rerun()
