"""Loads the compiled rules while the server starts, so that nobody waits for them on a page."""

import logging
import threading

_log = logging.getLogger(__name__)


def compile_in_background() -> threading.Thread:
    """Begin to compile, or load from the cache, the rules of every game."""
    thread = threading.Thread(target=_compile, name="compile-rules", daemon=True)
    thread.start()
    return thread


def _compile() -> None:
    from engine.compile import compile_rules  # noqa: PLC0415  (Numba takes a second to import)

    try:
        compile_rules(_log.info)
    except Exception:
        # Pages compile what they need themselves; only the head start is lost.
        _log.exception("The rules could not be compiled ahead")
