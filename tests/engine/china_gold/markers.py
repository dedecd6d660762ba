"""Ways to bring a table of China Gold to the markers that a case needs."""

from tests.engine.table import Table

UNKNOWN = {"side": 5}
"""The board of 61 cells with unknown partitions: nothing is claimed unless the log says so."""


def turn_up(table: Table, *labels: str) -> Table:
    """Turn these markers one by one, the players in turn, throwing a 1 where a throw is due."""
    for label in labels:
        if table["phase"] == "throw":
            table.play("throw 1")
        table.play(f"turn {label}")
    return table


def leave_down(table: Table, *labels: str) -> Table:
    """Turn up all markers but these."""
    return turn_up(table, *(label for label in table["down"] if label not in labels))


def row(letter: str, first: int, last: int) -> list[str]:
    return [f"{letter}{number}" for number in range(first, last + 1)]
