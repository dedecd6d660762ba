"""What a benchmark prints: a figure, what it should reach, and a yardstick of the same run."""

from collections.abc import Callable
from dataclasses import dataclass
from time import process_time


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number. `yardstick` is the same work done another way in the same run."""

    name: str
    value: float
    unit: str
    target: float | None = None
    at_most: bool = False
    """Whether the target is an upper limit, as for times and memory."""
    yardstick: float | None = None
    yardstick_name: str = ""

    def line(self) -> str:
        """The figure as one line of the report."""
        text = f"{self.name:<58} {self.value:>12,.4g} {self.unit:<10}"
        if self.target is not None:
            reached = self.value <= self.target if self.at_most else self.value >= self.target
            sign = "<=" if self.at_most else ">="
            text += f" {'ok  ' if reached else 'MISS'} ({sign} {self.target:,.6g})"
        if self.yardstick:
            text += f"  {self.value / self.yardstick:,.0f} x {self.yardstick_name}"
        return text


def rate(work: Callable[[], int], seconds: float = 2.0) -> float:
    """Units of work a second of one core: `work` does some and says how many, until time is up."""
    work()
    done = 0
    began = process_time()
    while (spent := process_time() - began) < seconds:
        done += work()
    return done / spent
