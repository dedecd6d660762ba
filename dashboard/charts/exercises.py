"""How exercises were answered over time."""

import polars as pl

from dashboard.charts.figure import Figure, figure
from dashboard.texts import text

LEAST_DAYS = 14
"""Room is left for so many, so that one day is no wall."""

RIGHT, WRONG = "#009E73", "#D55E00"


def by_day(frame: pl.DataFrame) -> Figure:
    """Answers of each day, right ones below wrong ones; `frame`: day, attempts, correct."""
    days = [f"{day:%Y-%m-%d}" for day in frame["day"].to_list()]
    told = [
        [correct, attempts]
        for correct, attempts in zip(frame["correct"], frame["attempts"], strict=True)
    ]
    traces = [
        {
            "type": "bar",
            "name": name,
            "x": days,
            "y": counts,
            "customdata": told,
            "marker": {
                "color": colour,
                "pattern": {"shape": pattern, "fillmode": "overlay", "fgcolor": "#ffffff"},
            },
            "hovertemplate": text("exercises.chart_hover") + "<extra>%{fullData.name}</extra>",
        }
        for name, counts, colour, pattern in (
            (text("exercises.right"), frame["correct"].to_list(), RIGHT, ""),
            (
                text("exercises.wrong"),
                (frame["attempts"] - frame["correct"]).to_list(),
                WRONG,
                "/",
            ),
        )
    ]
    made = figure(
        traces,
        x=text("exercises.day"),
        y=text("exercises.answers"),
        height=260,
        barmode="stack",
        showlegend=True,
    )
    most = int(frame["attempts"].max() or 0)  # type: ignore[arg-type]
    made["layout"]["xaxis"] |= {
        "type": "category",
        "range": [-0.5, max(LEAST_DAYS, len(days)) - 0.5],
    }
    made["layout"]["yaxis"] |= {"dtick": 1} if most <= LEAST_DAYS else {}
    made["layout"]["legend"]["traceorder"] = "normal"
    return made
