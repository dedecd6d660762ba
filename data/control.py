"""Holding an import, letting it go on, ending it: asked between games, used from any thread."""

import threading


class Control:
    """What an import is told while it runs. Ending it also lets a held one go."""

    def __init__(self) -> None:
        self._may_run = threading.Event()
        self._may_run.set()
        self._cancelled = False

    @property
    def paused(self) -> bool:
        return not self._may_run.is_set()

    @property
    def cancelled(self) -> bool:
        return self._cancelled

    def pause(self) -> None:
        """Hold after the game at hand; what was read till then is stored first."""
        if not self._cancelled:
            self._may_run.clear()

    def resume(self) -> None:
        self._may_run.set()

    def cancel(self) -> None:
        """End after the game at hand; whole batches stay stored."""
        self._cancelled = True
        self._may_run.set()

    def wait(self) -> None:
        """Returns once the import may go on or has to end."""
        self._may_run.wait()
