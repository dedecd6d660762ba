"""Bars: how often things are done, and shares of a whole."""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from dashboard.charts.figure import Figure, colour_of, figure
from dashboard.naming import plotly_text
from dashboard.texts import text

PATTERNS = ("", "/", ".", "x", "-", "\\", "|", "+")


def _pattern(index: int) -> dict[str, Any]:
    """White marks over the colour, so that bars are told apart without it too."""
    return {
        "shape": PATTERNS[index % len(PATTERNS)],
        "fillmode": "overlay",
        "fgcolor": "#ffffff",
        "fgopacity": 0.55,
        "size": 7,
        "solidity": 0.3,
    }


def actions(
    frame: pl.DataFrame, group_names: Mapping[str, str], action_names: Mapping[str, str]
) -> Figure:
    """Decisions per seat and game, a row for each action, a bar for each group.

    `frame`: grouping, action, per_game, share, moves.
    """
    order = list(action_names)
    traces: list[dict[str, Any]] = []
    for index, (value, name) in enumerate(group_names.items()):
        rows = {
            row["action"]: row
            for row in frame.filter(pl.col("grouping") == value).iter_rows(named=True)
        }
        if not rows:
            continue
        shown = [action for action in reversed(order) if action in rows]
        traces.append(
            {
                "type": "bar",
                "orientation": "h",
                "name": plotly_text(name),
                "x": [rows[action]["per_game"] for action in shown],
                "y": [plotly_text(action_names[action]) for action in shown],
                "customdata": [
                    [
                        plotly_text(action_names[action]),
                        rows[action]["share"],
                        rows[action]["moves"],
                    ]
                    for action in shown
                ],
                "marker": {
                    "color": colour_of(index),
                    "pattern": _pattern(index),
                },
                "hovertemplate": text("events.actions_hover") + "<extra>%{fullData.name}</extra>",
            }
        )
    made = figure(
        traces,
        x=text("events.actions_axis"),
        height=110 + max(24, 14 * len(traces) + 8) * len(order),
        barmode="group",
        showlegend=len(traces) > 1,
    )
    made["layout"]["yaxis"]["categoryarray"] = [
        plotly_text(action_names[action]) for action in reversed(order)
    ]
    made["layout"]["yaxis"]["categoryorder"] = "array"
    return made


def fates(frame: pl.DataFrame, names: Mapping[str, str], fate_names: Mapping[str, str]) -> Figure:
    """Shares of each objective's fates as one stacked row; `frame`: what, fate, rows."""
    totals = dict(frame.group_by("what").agg(pl.col("rows").sum()).iter_rows())
    shown = [key for key in reversed(list(names)) if totals.get(key)]
    traces: list[dict[str, Any]] = []
    for index, (fate, fate_name) in enumerate(fate_names.items()):
        counts = dict(frame.filter(pl.col("fate") == fate).select("what", "rows").iter_rows())
        traces.append(
            {
                "type": "bar",
                "orientation": "h",
                "name": plotly_text(fate_name),
                "x": [counts.get(key, 0) / totals[key] for key in shown],
                "y": [plotly_text(names[key]) for key in shown],
                "customdata": [
                    [plotly_text(names[key]), counts.get(key, 0), totals[key]] for key in shown
                ],
                "marker": {
                    "color": FATE_COLOURS[index % len(FATE_COLOURS)],
                    "pattern": _pattern(index),
                },
                "hovertemplate": text("fates.hover") + "<extra>%{fullData.name}</extra>",
            }
        )
    made = figure(
        traces,
        x=text("fates.axis"),
        height=120 + 26 * len(shown),
        barmode="stack",
        showlegend=True,
    )
    made["layout"]["legend"]["traceorder"] = "normal"
    made["layout"]["xaxis"] |= {"tickformat": ".0%", "range": [0, 1]}
    made["layout"]["yaxis"]["type"] = "category"
    return made


FATE_COLOURS: Sequence[str] = ("#009E73", "#E69F00", "#b5b5b5", "#CC79A7", "#56B4E9")
