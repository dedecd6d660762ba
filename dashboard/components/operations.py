"""Imports that run beside the pages: held, let go on and ended by buttons, whoever looks."""

import threading
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import streamlit as st

from dashboard import loaders
from dashboard.components.holding import Words, show_hold_buttons
from dashboard.naming import markdown_text
from dashboard.texts import text
from data.operation import Operation

LOOK = 0.3
"""Seconds from one look at an import to the next."""


class _Operations:
    """Those of one store that are not over; kept as long as the server runs."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: list[Operation] = []

    def add(self, operation: Operation) -> None:
        with self._lock:
            self._running.append(operation)

    def running(self) -> list[Operation]:
        with self._lock:
            self._running = [one for one in self._running if not one.is_over]
            return list(self._running)


_operations: defaultdict[Path, _Operations] = defaultdict(_Operations)


def _of_this_store() -> _Operations:
    return _operations[loaders.store().path]


def begin(start: Callable[[], Operation]) -> None:
    """Start an import; the session shows it until it is over."""
    operation = start()
    _of_this_store().add(operation)
    st.session_state["operation"] = operation


def shown_operation() -> Operation | None:
    """The import that this session started, or one that another session did."""
    mine = st.session_state.get("operation")
    if isinstance(mine, Operation):
        return mine
    running = _of_this_store().running()
    return running[0] if running else None


def show_running() -> Operation | None:
    """The import at hand, with its buttons; returns it once it is over, and None if there is none,
    or it is held. Looking does not end it: a click draws the page anew while it goes on."""
    operation = shown_operation()
    if operation is None:
        return None
    if not operation.is_over:
        st.markdown(f"**{text('running.title')}**")
        bar = st.empty()
        show_hold_buttons(
            "running",
            Words(text("running.pause"), text("running.go_on"), text("running.end")),
            paused=operation.control.paused,
            pause=operation.control.pause,
            go_on=operation.control.resume,
            end=operation.control.cancel,
            end_icon=":material/stop:",
        )
        while not operation.is_held and not operation.wait(LOOK):
            bar.progress(_share(operation), _said(operation))
        if operation.is_held:
            bar.info(_said(operation), icon=":material/pause_circle:")
            return None
    st.session_state.pop("operation", None)
    return operation


def tell_how_it_ended(operation: Operation) -> None:
    """A sentence, where it did not simply end."""
    if operation.problem is not None:
        st.error(text("running.failed", problem=markdown_text(operation.problem)))
    elif operation.finished is not None and operation.finished.state == "cancelled":
        st.warning(text("running.ended"))
    for one in operation.unopened:
        st.warning(f"{markdown_text(one.file)}: {markdown_text(one.reason)}")


def _share(operation: Operation) -> float:
    progress = operation.progress
    return 0.0 if progress is None else min(1.0, progress.bytes_done / max(1, progress.bytes))


def _said(operation: Operation) -> str:
    progress = operation.progress
    if progress is None:
        return text("running.starting")
    numbers = {
        "done": progress.files_done,
        "files": progress.files,
        "games": progress.counts.read,
    }
    if operation.is_held:
        return text("running.paused", **numbers)
    return text("add.running", **numbers)
