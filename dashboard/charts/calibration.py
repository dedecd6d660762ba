"""Predicted against what happened: a dot for each bin, on the line where they are equal."""

from collections.abc import Mapping, Sequence
from typing import Any

from dashboard.charts.figure import SYMBOLS, Figure, colour_of, figure
from dashboard.texts import text
from engine.analysis.measured import Row


def calibration(bins: Mapping[str, Sequence[Row]]) -> Figure:
    """`bins` by name of game: rows whose word `predicted` is the mean prediction of a bin."""
    traces: list[dict[str, Any]] = [
        {
            "type": "scatter",
            "mode": "lines",
            "x": [0, 1],
            "y": [0, 1],
            "name": text("quality.ideal"),
            "line": {"color": "#8a8a8a", "dash": "dot", "width": 1},
            "hoverinfo": "skip",
        }
    ]
    for index, (name, rows) in enumerate(bins.items()):
        values = [row.value for row in rows]
        traces.append(
            {
                "type": "scatter",
                "mode": "markers",
                "name": name,
                "x": [row.words["predicted"] for row in rows],
                "y": values,
                "customdata": [row.samples for row in rows],
                "error_y": {
                    "type": "data",
                    "symmetric": False,
                    "array": [(row.high or row.value) - row.value for row in rows],
                    "arrayminus": [row.value - (row.low or 0.0) for row in rows],
                    "thickness": 1.4,
                    "width": 4,
                },
                "marker": {
                    "size": 10,
                    "color": colour_of(index),
                    "symbol": SYMBOLS[index % len(SYMBOLS)],
                },
                "hovertemplate": text("quality.hover") + "<extra>%{fullData.name}</extra>",
            }
        )
    return figure(traces, x=text("quality.predicted"), y=text("quality.happened"), height=440)
