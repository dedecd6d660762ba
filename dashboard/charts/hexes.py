"""Heatmaps on the hexagonal grid, drawn as filled shapes that keep their size when zoomed."""

from collections.abc import Callable
from math import cos, pi, sin, sqrt
from typing import Any

import polars as pl

from dashboard.charts.figure import Figure, figure
from dashboard.naming import plotly_text

SHADES = (
    "#eef3f7",
    "#d6e4ee",
    "#b9d3e4",
    "#97bfd8",
    "#73a9ca",
    "#5091b9",
    "#3579a5",
    "#22628d",
    "#144b72",
    "#0a3555",
)
"""From light to dark, so that the order holds in print and for every kind of sight."""

PIXELS_OF_LABEL = 24
"""Height of a chart that half a column of cells needs, if labels are not to run together."""

EMPTY = "#f7f5ef"
OUTLINE = "#c9c4b6"


def centre(q: int, r: int) -> tuple[float, float]:
    """The place of a cell, y upwards; neighbours are one apart."""
    return q + r / 2, -r * sqrt(3) / 2


def corners(q: int, r: int, size: float = 0.97) -> list[tuple[float, float]]:
    """The outline of a cell; at full size it touches its neighbours."""
    x, y = centre(q, r)
    radius = size / sqrt(3)
    return [
        (x + radius * sin(pi / 3 * index), y + radius * cos(pi / 3 * index)) for index in range(6)
    ]


def heatmap(
    frame: pl.DataFrame,
    *,
    value_name: str,
    hover: Callable[[dict[str, Any]], str],
    cell_name: Callable[[int, int], str],
    backdrop: list[tuple[int, int]],
    top: float,
    bottom: float = 0.0,
    height: int = 430,
) -> Figure:
    """Cells (or edges, where `other_q` is given) shaded by the column `shown`.

    `top` and `bottom` are the values of the darkest and lightest shade, so that several charts can
    share a scale. `backdrop` are cells of the board that are drawn empty where nothing happened.
    `hover` makes the text of a row.
    """
    edges = frame["other_q"].is_not_null().any()
    cells = {(row["q"], row["r"]) for row in frame.iter_rows(named=True)}
    if edges:
        cells |= {(row["other_q"], row["other_r"]) for row in frame.iter_rows(named=True)}
    empty = sorted((cells | set(backdrop)) if edges else set(backdrop) - cells)
    traces = [_filled(empty, EMPTY)] if empty else []
    rows = frame.with_columns(
        ((pl.col("shown") - bottom) / max(top - bottom, 1e-9) * len(SHADES))
        .floor()
        .clip(0, len(SHADES) - 1)
        .cast(pl.Int32)
        .alias("shade")
    ).to_dicts()
    for shade, colour in enumerate(SHADES):
        chosen = [row for row in rows if row["shade"] == shade]
        if not chosen:
            continue
        if edges:
            traces.append(_lines(chosen, colour, 2 + 0.9 * shade))
        else:
            traces.append(_filled([(row["q"], row["r"]) for row in chosen], colour))
    traces.append(_labels(rows, hover, cell_name, value_name, bottom, top, edges=edges))
    columns = len({2 * row["q"] + row["r"] for row in rows})
    if columns * PIXELS_OF_LABEL > height:
        traces[-1]["mode"] = "markers"
    hidden = {"visible": False, "constrain": "domain"}
    return figure(
        traces,
        height=height,
        showlegend=False,
        hovermode="closest",
        xaxis=hidden,
        yaxis=hidden | {"scaleanchor": "x", "scaleratio": 1},
        margin={"l": 4, "r": 4, "t": 8, "b": 8},
        dragmode="pan",
    )


def _filled(cells: list[tuple[int, int]], colour: str) -> dict[str, Any]:
    """Hexagons of one colour as one trace, parted by gaps."""
    xs: list[float | None] = []
    ys: list[float | None] = []
    for q, r in cells:
        outline = corners(q, r)
        for x, y in (*outline, outline[0]):
            xs.append(round(x, 3))
            ys.append(round(y, 3))
        xs.append(None)
        ys.append(None)
    return {
        "type": "scatter",
        "mode": "lines",
        "x": xs,
        "y": ys,
        "fill": "toself",
        "fillcolor": colour,
        "line": {"color": OUTLINE, "width": 1},
        "hoverinfo": "skip",
    }


def _lines(rows: list[dict[str, Any]], colour: str, width: float) -> dict[str, Any]:
    """The sides between two cells each, as one trace."""
    xs: list[float | None] = []
    ys: list[float | None] = []
    for row in rows:
        middle = _middle(row)
        ends = sorted(
            corners(row["q"], row["r"], 1.0), key=lambda corner: _distance(corner, middle)
        )[:2]
        for x, y in ends:
            xs.append(round(x, 3))
            ys.append(round(y, 3))
        xs.append(None)
        ys.append(None)
    return {
        "type": "scatter",
        "mode": "lines",
        "x": xs,
        "y": ys,
        "line": {"color": colour, "width": width},
        "hoverinfo": "skip",
    }


def _middle(row: dict[str, Any]) -> tuple[float, float]:
    x, y = centre(row["q"], row["r"])
    if row["other_q"] is None:
        return x, y
    other_x, other_y = centre(row["other_q"], row["other_r"])
    return (x + other_x) / 2, (y + other_y) / 2


def _distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    return sqrt((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2)


def _labels(
    rows: list[dict[str, Any]],
    hover: Callable[[dict[str, Any]], str],
    cell_name: Callable[[int, int], str],
    value_name: str,
    bottom: float,
    top: float,
    *,
    edges: bool,
) -> dict[str, Any]:
    """Names on the cells, what is read when pointing at them, and the scale of shades."""
    places = [_middle(row) for row in rows]
    dark = len(SHADES) // 2 - 1
    return {
        "type": "scatter",
        "mode": "markers" if edges else "markers+text",
        "x": [round(x, 3) for x, _ in places],
        "y": [round(y, 3) for _, y in places],
        "text": [] if edges else [plotly_text(cell_name(row["q"], row["r"])) for row in rows],
        "textfont": {
            "size": 10,
            "color": ["#ffffff" if row["shade"] > dark else "#3a3a3a" for row in rows],
        },
        "hovertext": [hover(row) for row in rows],
        "hovertemplate": "%{hovertext}<extra></extra>",
        "marker": {
            "size": 20,
            "opacity": 0,
            "color": [row["shown"] for row in rows],
            "cmin": bottom,
            "cmax": top,
            "colorscale": [
                [index / (len(SHADES) - 1), colour] for index, colour in enumerate(SHADES)
            ],
            "showscale": True,
            "colorbar": {
                "thickness": 12,
                "len": 0.8,
                "title": {"text": value_name, "side": "right"},
                "outlinewidth": 0,
            },
        },
    }
