"""What a page says when something is missing or goes wrong: one sentence, never a traceback."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import streamlit as st

from dashboard import loaders
from dashboard.naming import markdown_text
from dashboard.texts import text
from engine.core.errors import HexcoachError

Arguments = ParamSpec("Arguments")

_log = logging.getLogger(__name__)


def guarded(part: Callable[Arguments, None]) -> Callable[Arguments, None]:
    """A page, or a fragment of one, whose faults are told in a sentence."""

    @wraps(part)
    def run(*args: Arguments.args, **kwargs: Arguments.kwargs) -> None:
        try:
            part(*args, **kwargs)
        except HexcoachError as error:
            st.error(markdown_text(str(error)))
        except Exception:
            # Whoever runs the server needs the traceback; who reads the page does not.
            _log.exception("A page failed")
            st.error(text("fault.page"))

    return run


def stop_if_empty() -> None:
    """Where the store has no games, say what to do and show nothing else."""
    if loaders.totals().is_empty():
        st.info(text("empty.page"), icon=":material/inbox:")
        st.page_link(
            "app_pages/library.py", label=text("empty.to_library"), icon=":material/upload:"
        )
        st.stop()
