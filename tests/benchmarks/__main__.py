"""Every benchmark, or those named: `python3 dev.py bench`, `python3 dev.py bench rules import`."""

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterator
from typing import cast

import tests.benchmarks
from tests.benchmarks.figure import Figure

PREFIX = "bench_"
Benchmark = Callable[[], Iterator[Figure]]


def benchmarks() -> dict[str, Benchmark]:
    """Every module `bench_NAME` here, by name; its `figures()` yields as it measures."""
    names = [module.name for module in pkgutil.iter_modules(tests.benchmarks.__path__)]
    return {
        name.removeprefix(PREFIX): cast(
            Benchmark, importlib.import_module(f"tests.benchmarks.{name}").figures
        )
        for name in sorted(names)
        if name.startswith(PREFIX)
    }


def main() -> int:
    """Measure and print; always exit code 0, as a slow machine is no error."""
    known = benchmarks()
    parser = argparse.ArgumentParser(prog="dev.py bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(known))
    names = parser.parse_args().names or list(known)
    for name in names:
        if name not in known:
            parser.error(f"there is no benchmark {name!r}; there are: {', '.join(known)}")
    for name in names:
        print(f"\n{name}")
        for figure in known[name]():
            print(figure.line(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
