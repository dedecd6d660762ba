"""An import that runs by itself, for a page that looks at it now and then and may hold or end it.

The report of what it did is in the store, under its number: see `data.reports`.
"""

import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence

from data.control import Control
from data.ingest import Event, Finished, Input, Progress, Unopened, run_import
from data.rereading import run_reimport
from data.store import Store
from engine.core.errors import HexcoachError

MOST_SENTENCES = 1000


class Operation:
    """One run in a thread of its own. What is asked of it may be asked from any thread."""

    def __init__(
        self,
        events: Callable[[Control], Iterator[Event]],
        when_over: Callable[[], None] = lambda: None,
    ) -> None:
        self.control = Control()
        self.progress: Progress | None = None
        """The last word; None before the first batch."""
        self.unopened: list[Unopened] = []
        self.finished: Finished | None = None
        """None while it goes on, and if it failed."""
        self.problem: str | None = None
        """Why it failed, as one sentence."""
        self._events = events
        self._when_over = when_over
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._work, name="import", daemon=True)
        self._thread.start()

    @property
    def is_over(self) -> bool:
        return self._over.is_set()

    @property
    def is_held(self) -> bool:
        """Whether it has stored what it read and waits to be let go on."""
        said = self.progress
        return self.control.paused and said is not None and said.paused and not self.is_over

    def wait(self, seconds: float) -> bool:
        """Wait for the end so long at most; says whether it is over."""
        return self._over.wait(seconds)

    def _work(self) -> None:
        try:
            for event in self._events(self.control):
                match event:
                    case Progress():
                        self.progress = event
                    case Unopened() if len(self.unopened) < MOST_SENTENCES:
                        self.unopened.append(event)
                    case Finished():
                        self.finished = event
        except HexcoachError as error:
            self.problem = str(error)
        except OSError as error:
            self.problem = f"The import ended early: {error.strerror or error}."
        except Exception:
            logging.getLogger(__name__).exception("An import failed")
            self.problem = "The import failed inside the program; the log of the server says where."
        finally:
            self._when_over()
            self._over.set()


def start_import(
    store: Store,
    inputs: Iterable[Input],
    when_over: Callable[[], None] = lambda: None,
    *,
    pseudonyms: bool = False,
) -> Operation:
    """Import these files, with `pseudonyms` in the place of names; `when_over` is called when they
    are not needed any more."""
    given = list(inputs)
    return Operation(
        lambda control: run_import(store, given, control=control, pseudonyms=pseudonyms), when_over
    )


def start_reimport(store: Store, hashes: Sequence[str] | None = None) -> Operation:
    """Read kept files again: these, or what is outdated."""
    return Operation(lambda control: run_reimport(store, hashes=hashes, control=control))
