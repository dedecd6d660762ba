"""Commands by folder: every module of a package named under the entry-point group
`hexcoach.commands` is a command, so that the engine need not know of what is built on it.

A command is a module with a docstring, whose first line is its help and whose rest, with examples,
its description; with `add_arguments(parser)` and `run(arguments) -> int`, the exit code; and with
`NAME` where the word cannot name a module. It imports its tools only when it runs.
"""

import argparse
import importlib
import pkgutil
from importlib.metadata import entry_points
from typing import Protocol, cast

GROUP = "hexcoach.commands"


class Command(Protocol):
    """A command's module."""

    __doc__: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, arguments: argparse.Namespace) -> int: ...


def commands() -> dict[str, Command]:
    """Every command by its word, in alphabetical order."""
    found = {}
    for entry in entry_points(group=GROUP):
        package = importlib.import_module(entry.value)
        for info in pkgutil.iter_modules(package.__path__):
            module = importlib.import_module(f"{entry.value}.{info.name}")
            found[getattr(module, "NAME", info.name)] = cast(Command, module)
    return dict(sorted(found.items()))
