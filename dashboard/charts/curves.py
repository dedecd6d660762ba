"""Points as they grow: of one game by player, of many games as median and band."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import polars as pl

from dashboard.charts.figure import COLOURS, DASHES, Figure, colour_of, faint, figure
from dashboard.naming import SEAT_COLOURS, plotly_text
from dashboard.texts import text

MOST_BANDS = 4
"""Bands of more groups than this cover each other; their medians are still drawn."""


def game_curve(
    frame: pl.DataFrame,
    players: Sequence[str],
    source_name: Callable[[str], str],
    *,
    at_turn: int | None = None,
    split: bool = False,
) -> Figure:
    """Points of one game by turn, a step line a player; with `split` one for each source too.

    `frame`: seat, turn, source, points (as `score_curve` gives it). `at_turn` is marked.
    """
    traces: list[dict[str, Any]] = []
    by = ["seat", "source"] if split else ["seat"]
    lines = frame.group_by([*by, "turn"]).agg(pl.col("points").sum()).sort([*by, "turn"])
    sources = frame["source"].unique(maintain_order=True).sort().to_list()
    for key, line in lines.group_by(by, maintain_order=True):
        seat = int(str(key[0]))
        name = plotly_text(players[seat])
        dash = "solid"
        if split:
            name = f"{name}: {source_name(str(key[1]))}"
            dash = DASHES[sources.index(key[1]) % len(DASHES)]
        traces.append(
            {
                "type": "scatter",
                "mode": "lines",
                "name": name,
                "x": line["turn"].to_list(),
                "y": line["points"].to_list(),
                "line": {
                    "color": SEAT_COLOURS[seat % len(SEAT_COLOURS)],
                    "width": 2.5,
                    "shape": "hv",
                    "dash": dash if split else DASHES[seat % len(DASHES)],
                },
                "hovertemplate": "%{y}<extra>%{fullData.name}</extra>",
            }
        )
    shapes = []
    if at_turn is not None:
        shapes.append(
            {
                "type": "line",
                "xref": "x",
                "yref": "paper",
                "x0": at_turn,
                "x1": at_turn,
                "y0": 0,
                "y1": 1,
                "line": {"color": "#d6321e", "width": 1.5, "dash": "dot"},
            }
        )
    return figure(
        traces,
        x=text("curves.turn"),
        y=text("curves.points"),
        height=320,
        hovermode="x unified",
        shapes=shapes,
        showlegend=True,
    )


def bands(frame: pl.DataFrame, group_names: Mapping[str, str]) -> Figure:
    """Median of each group, with the band that holds the middle half of its seats.

    `frame` as `score_bands` gives it, of one source; groups are drawn in the order of
    `group_names` (value to name), and those that it lacks are left out.
    """
    traces: list[dict[str, Any]] = []
    end = last_common_round(frame)
    frame = frame.filter(pl.col("round") <= end)
    for index, (value, name) in enumerate(group_names.items()):
        line = frame.filter(pl.col("grouping") == value).sort("round")
        if line.is_empty():
            continue
        label = plotly_text(name)
        count = int(line["n"].max() or 0)  # type: ignore[arg-type]
        if len(group_names) <= MOST_BANDS:
            traces += _band(line, colour_of(index), label)
        traces.append(_median(line, index, text("curves.legend", name=label, count=count)))
    made = figure(
        traces,
        x=text("curves.round"),
        y=text("curves.points"),
        height=440,
        hovermode="x unified",
        showlegend=True,
    )
    made["layout"]["xaxis"]["range"] = [0, end]
    return made


def last_common_round(frame: pl.DataFrame) -> int:
    """The last round that at least one seat in twenty plays: few games may last far longer."""
    common = frame.filter(pl.col("running") * 20 >= pl.col("n"))
    return max(1, int(common["round"].max() or 0))  # type: ignore[arg-type]


def _band(line: pl.DataFrame, colour: str, label: str) -> list[dict[str, Any]]:
    """The outline of the middle half as one filled shape."""
    rounds = line["round"].to_list()
    return [
        {
            "type": "scatter",
            "mode": "lines",
            "name": label,
            "x": [*rounds, *reversed(rounds)],
            "y": [*line["q75"].to_list(), *reversed(line["q25"].to_list())],
            "fill": "toself",
            "fillcolor": faint(colour, 0.16),
            "line": {"width": 0},
            "hoverinfo": "skip",
            "showlegend": False,
        }
    ]


def _median(line: pl.DataFrame, index: int, label: str) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "name": label,
        "x": line["round"].to_list(),
        "y": line["median"].to_list(),
        "customdata": line.select("q25", "q75", "p10", "p90", "n", "running").rows(),
        "line": {
            "color": colour_of(index),
            "width": 2.8,
            "dash": DASHES[(index // len(COLOURS)) % len(DASHES)],
        },
        "hovertemplate": text("curves.hover") + "<extra>%{fullData.name}</extra>",
    }


def sources(
    frame: pl.DataFrame,
    group_names: Mapping[str, str],
    source_names: Mapping[str, str],
) -> Figure:
    """One small chart a source, side by side on one scale: the mean of each group by round."""
    present = [key for key in source_names if key in set(frame["source"].to_list())]
    traces: list[dict[str, Any]] = []
    layout: dict[str, Any] = {"annotations": []}
    end = last_common_round(frame)
    frame = frame.filter(pl.col("round") <= end)
    for column, source in enumerate(present):
        axis = "" if column == 0 else str(column + 1)
        left, right = column / len(present), (column + 1) / len(present)
        layout[f"xaxis{axis}"] = {
            "domain": [left + 0.012, right - 0.012],
            "anchor": f"y{axis}",
            "range": [0, end],
            "title": {"text": text("curves.round")},
            "gridcolor": "#e6e4dd",
        }
        layout[f"yaxis{axis}"] = {
            "anchor": f"x{axis}",
            "gridcolor": "#e6e4dd",
            "matches": None if column == 0 else "y",
            "showticklabels": column == 0,
            "title": {"text": text("curves.points") if column == 0 else ""},
        }
        layout["annotations"].append(
            {
                "text": plotly_text(source_names[source]),
                "x": (left + right) / 2,
                "xref": "paper",
                "y": 1,
                "yref": "paper",
                "yanchor": "bottom",
                "xanchor": "center",
                "showarrow": False,
                "font": {"size": 14},
            }
        )
        for index, (value, name) in enumerate(group_names.items()):
            line = frame.filter((pl.col("source") == source) & (pl.col("grouping") == value)).sort(
                "round"
            )
            if line.is_empty():
                continue
            trace = _median(line, index, plotly_text(name))
            trace |= {"xaxis": f"x{axis}", "yaxis": f"y{axis}", "showlegend": column == 0}
            trace["legendgroup"] = value
            band = _band(line, colour_of(index), "")[0]
            band |= {"xaxis": f"x{axis}", "yaxis": f"y{axis}", "legendgroup": value}
            traces += [band, trace] if len(group_names) <= MOST_BANDS else [trace]
    layout["legend"] = {"orientation": "h", "y": -0.3, "x": 0}
    layout["margin"] = {"l": 12, "r": 12, "t": 36, "b": 12}
    return figure(traces, height=370, showlegend=True, **layout)
