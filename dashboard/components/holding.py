"""The buttons of work that runs beside the pages: hold it or let it go on, and end it."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st


@dataclass(frozen=True, slots=True)
class Words:
    """What stands on the buttons."""

    pause: str
    go_on: str
    end: str


def show_hold_buttons(
    key: str,
    words: Words,
    *,
    paused: bool,
    pause: Callable[[], None],
    go_on: Callable[[], None],
    end: Callable[[], None],
    end_icon: str,
) -> None:
    """Two buttons, whose keys begin with this one."""
    with st.container(horizontal=True):
        if paused:
            st.button(words.go_on, key=f"{key}-go_on", icon=":material/play_arrow:", on_click=go_on)
        else:
            st.button(words.pause, key=f"{key}-pause", icon=":material/pause:", on_click=pause)
        st.button(words.end, key=f"{key}-end", icon=end_icon, on_click=end)
