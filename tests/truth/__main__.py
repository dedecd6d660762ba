"""Every measurement, or those named: `python3 dev.py truth`, `python3 dev.py truth luck`.

The figures are printed and kept for the page that shows them.
"""

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Callable
from datetime import date

import tests.truth
from engine.analysis.measured import Measured, Row, keep
from engine.analysis.plies import EVALUATOR_VERSION
from engine.core.registry import games

PREFIX = "measure_"


def measurements() -> dict[str, Callable[[float, list[str]], list[Row]]]:
    """Every module `measure_NAME` here, by name; its `rows(size, games)` measures."""
    names = [module.name for module in pkgutil.iter_modules(tests.truth.__path__)]
    return {
        name.removeprefix(PREFIX): importlib.import_module(f"tests.truth.{name}").rows
        for name in sorted(names)
        if name.startswith(PREFIX)
    }


def main() -> int:
    """Measure, print and keep; always exit code 0, as a figure that falls short is no error."""
    known = measurements()
    parser = argparse.ArgumentParser(prog="dev.py truth", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(known))
    parser.add_argument("--size", type=float, default=1.0, help="share of the samples (default: 1)")
    parser.add_argument("--game", action="append", default=[], help="only this game; keeps nothing")
    options = parser.parse_args()
    for name in options.names or list(known):
        if name not in known:
            parser.error(f"there is no measurement {name!r}; there are: {', '.join(known)}")
        print(f"\n{name}", flush=True)
        rows = known[name](options.size, options.game or list(games()))
        for row in rows:
            print(line(row))
        if not options.game:
            keep(
                Measured(
                    name,
                    date.today().isoformat(),
                    f"python3 dev.py truth {name}"
                    + (f" --size {options.size:g}" if options.size != 1 else ""),
                    EVALUATOR_VERSION,
                    {game.key: game.version for game in games().values()},
                    rows,
                )
            )
    return 0


def line(row: Row) -> str:
    """One figure as one line."""
    words = " ".join(f"{key}={value}" for key, value in row.words.items())
    width = "" if row.low is None else f" ({row.low:.3f} to {row.high:.3f})"
    target = ""
    if row.target is not None:
        target = (
            f" {'ok' if row.reached else 'MISS'} {'<=' if row.at_most else '>='} {row.target:g}"
        )
    return f"{row.game:<13} {row.key:<24} {row.value:.4f}{width} n={row.samples}{target} {words}"


if __name__ == "__main__":
    sys.exit(main())
