"""What commands of this package print with."""

import argparse
import sys
from pathlib import Path
from typing import Any, Self

import msgspec


def add_store(
    parser: "argparse.ArgumentParser | argparse._ArgumentGroup", what: str = "the DuckDB file"
) -> None:
    """The option that names the store; None where it is not given, as `open_store` takes it."""
    parser.add_argument(
        "--store",
        type=Path,
        metavar="PATH",
        help=f"{what} (default: HEXCOACH_STORE, else data/local/hexcoach.duckdb)",
    )


def plain(text: str) -> str:
    """Text from a log made safe for a terminal: control characters would steer it."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def to_output(text: str) -> None:
    """One line for people on standard output."""
    sys.stdout.write(f"{plain(text)}\n")


def json_line(document: dict[str, Any]) -> None:
    """One JSON object on one line of standard output."""
    to_output(msgspec.json.encode(document).decode())


def to_people(text: str) -> None:
    """One line for people on standard error."""
    sys.stdout.flush()
    sys.stderr.write(f"{plain(text)}\n")


class ProgressLine:
    """One line on standard error that is written over and goes away at the end; nothing where no
    terminal shows it."""

    def __enter__(self) -> Self:
        return self

    def show(self, text: str) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{plain(text)}\r")

    def __exit__(self, *_: object) -> None:
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")
