"""Completion rates: a dot each, with the interval that holds the true rate in 95 of 100 cases."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from dashboard.charts.figure import SYMBOLS, Figure, colour_of, figure
from dashboard.naming import plotly_text
from dashboard.texts import text


def rates(
    frame: pl.DataFrame, group_names: Mapping[str, str], dot_colours: Mapping[str, str]
) -> Figure:
    """One row for each value of `name`, in the order of the frame, a dot for each group.

    `frame`: grouping, name (unescaped), paint (key into `dot_colours`, which colours dots when
    there is one group only), drawn, completed, rate, low, high, median_rounds, mean_points.
    """
    names = frame["name"].unique(maintain_order=True).to_list()
    place = {name: len(names) - 1 - index for index, name in enumerate(names)}
    groups = [value for value in group_names if value in set(frame["grouping"].to_list())]
    traces: list[dict[str, Any]] = []
    for index, value in enumerate(groups):
        rows = frame.filter(pl.col("grouping") == value)
        shift = (index - (len(groups) - 1) / 2) * -min(0.22, 0.7 / max(1, len(groups)))
        colours: str | list[str] = colour_of(index)
        if len(groups) == 1:
            colours = [dot_colours.get(paint, colour_of(0)) for paint in rows["paint"].to_list()]
        traces.append(
            {
                "type": "scatter",
                "mode": "markers",
                "name": plotly_text(group_names[value]),
                "x": rows["rate"].to_list(),
                "y": [place[name] + shift for name in rows["name"].to_list()],
                "customdata": [
                    [
                        plotly_text(row["name"]),
                        row["completed"],
                        row["drawn"],
                        row["low"],
                        row["high"],
                    ]
                    for row in rows.iter_rows(named=True)
                ],
                "error_x": {
                    "type": "data",
                    "symmetric": False,
                    "array": (rows["high"] - rows["rate"]).to_list(),
                    "arrayminus": (rows["rate"] - rows["low"]).to_list(),
                    "thickness": 1.6,
                    "width": 4,
                    "color": "#8a8a8a" if len(groups) == 1 else colour_of(index),
                },
                "marker": {
                    "size": 11,
                    "color": colours,
                    "symbol": SYMBOLS[index % len(SYMBOLS)],
                    "line": {"color": "#404040", "width": 1},
                },
                "hovertemplate": text("rates.hover") + "<extra>%{fullData.name}</extra>",
            }
        )
    return figure(
        traces,
        height=130 + max(26, 9 * len(groups) + 14) * len(names),
        showlegend=len(groups) > 1,
        xaxis={
            "range": [-0.02, 1.02],
            "tickformat": ".0%",
            "gridcolor": "#e6e4dd",
            "title": {"text": text("rates.axis")},
            "side": "top",
        },
        yaxis={
            "tickmode": "array",
            "tickvals": [place[name] for name in names],
            "ticktext": [_label(frame, name) for name in names],
            "range": [-0.7, len(names) - 0.3],
            "gridcolor": "#f1efe8",
            "zeroline": False,
            "automargin": True,
        },
        margin={"l": 12, "r": 12, "t": 50, "b": 12},
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 1, "xanchor": "right"},
    )


def _label(frame: pl.DataFrame, name: str) -> str:
    drawn = int(frame.filter(pl.col("name") == name)["drawn"].sum())
    return f"{plotly_text(name)}  <span style='color:#6b6b6b'>n={drawn}</span>"
