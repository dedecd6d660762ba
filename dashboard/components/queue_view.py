"""The queue of reviews: what is worked on, what waits, what was given up; held and let go on."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import polars as pl
import streamlit as st

from dashboard import loaders
from dashboard.components.holding import Words, show_hold_buttons
from dashboard.components.messages import guarded
from dashboard.components.review_view import LOOK
from dashboard.naming import game_name, markdown_text
from dashboard.texts import text, word
from data import reviews

MOST_LISTED = 20
"""Games of the queue that are listed one by one."""


def show_queue() -> None:
    """What waits and what is being worked on; nothing where there is neither."""
    queue = reviews.queue(loaders.store())
    if not queue.is_empty():
        active = queue["failed"].is_null().any()
        st.fragment(_panel, run_every=LOOK if active else None)(was_active=active)


@guarded
def _panel(was_active: bool) -> None:
    queue = reviews.queue(loaders.store())
    waiting = queue.filter(pl.col("failed").is_null())
    if was_active and waiting.is_empty():
        st.rerun()
    with st.container(border=True):
        st.markdown(f"**{text('queue.title')}**")
        if not waiting.is_empty():
            _tell_work(waiting)
            reviewer = loaders.reviewer()
            show_hold_buttons(
                "queue",
                Words(text("queue.pause"), text("queue.go_on"), text("queue.end")),
                paused=reviewer.paused,
                pause=reviewer.pause,
                go_on=reviewer.go_on,
                end=partial(_take_out, waiting),
                end_icon=":material/delete_sweep:",
            )
            _list_waiting(waiting)
        for row in _first(queue.filter(pl.col("failed").is_not_null())):
            _given_up(row)


def _first(rows: pl.DataFrame) -> Iterable[dict[str, Any]]:
    return rows.head(MOST_LISTED).iter_rows(named=True)


def _called(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "game": game_name(row["game"]),
        "number": row["game_id"],
        "depth": word("", "depth", row["depth"]),
    }


def _tell_work(waiting: pl.DataFrame) -> None:
    reviewer = loaders.reviewer()
    if reviewer.paused:
        st.info(text("queue.paused"), icon=":material/pause_circle:")
    working = reviewer.working
    if working is None:
        return
    rows = waiting.filter(
        (pl.col("game_id") == working.game_id) & (pl.col("depth") == working.depth)
    )
    for row in _first(rows):
        if working.plies:
            told = text("queue.working", done=working.done, plies=working.plies, **_called(row))
        else:
            told = text("queue.starting", **_called(row))
        st.progress(min(1.0, working.done / max(1, working.plies)), told)


def _take_out(rows: pl.DataFrame) -> None:
    for (depth,), of_depth in rows.group_by("depth"):
        loaders.reviewer().remove(of_depth["game_id"].to_list(), str(depth))


def _list_waiting(waiting: pl.DataFrame) -> None:
    with st.expander(text("queue.waiting", count=len(waiting))):
        for row in _first(waiting):
            with st.container(horizontal=True, vertical_alignment="center"):
                st.button(
                    text("queue.remove"),
                    key=f"queue-remove-{row['game_id']}-{row['depth']}",
                    icon=":material/close:",
                    type="tertiary",
                    on_click=loaders.reviewer().remove,
                    args=([row["game_id"]], row["depth"]),
                )
                st.markdown(text("queue.game", **_called(row)))
        if len(waiting) > MOST_LISTED:
            st.caption(text("queue.shown", shown=MOST_LISTED, count=len(waiting)))


def _given_up(row: Mapping[str, Any]) -> None:
    st.warning(text("queue.failed", reason=markdown_text(row["failed"]), **_called(row)))
    which = ([row["game_id"]], row["depth"])
    with st.container(horizontal=True):
        st.button(
            text("queue.again"),
            key=f"queue-again-{row['game_id']}-{row['depth']}",
            icon=":material/refresh:",
            on_click=loaders.reviewer().add,
            args=which,
        )
        st.button(
            text("queue.remove"),
            key=f"queue-drop-{row['game_id']}-{row['depth']}",
            icon=":material/close:",
            on_click=loaders.reviewer().remove,
            args=which,
        )
