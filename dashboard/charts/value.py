"""What a review found, drawn: expected score over the plies, and where loss comes from."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import polars as pl

from dashboard.charts.figure import DASHES, Figure, faint, figure
from dashboard.naming import SEAT_COLOURS, plotly_text
from dashboard.texts import text, word
from engine.analysis.judgement import DEVIATIONS, LEAST_THRESHOLD, Label
from engine.analysis.review import Chance, Decision, Point, Review

LABEL_LOOKS: Mapping[str, tuple[str, str]] = {
    Label.INACCURACY: ("#56B4E9", "circle"),
    Label.MISTAKE: ("#E69F00", "x"),
    Label.BLUNDER: ("#a8320a", "star"),
}
"""Colour and shape of a label's marks."""


def value_curve(
    review: Review, players: Sequence[str], moves: Sequence[str], *, at_ply: int
) -> Figure:
    """Each seat's expected score, in points of 100, at every position of a game, with its band.

    Chance that surely moved it much is marked, and so are labelled moves. `moves`: the text of
    each ply; `at_ply` is the position that is looked at.
    """
    traces: list[dict[str, Any]] = []
    for seat, player in enumerate(players):
        traces += _seat(review.curve, seat, plotly_text(player))
    after = {point.ply: point for point in review.curve}
    traces += _luck_marks(review.chances, after, players)
    traces += _label_marks(review.decisions, after, moves)
    made = figure(
        traces,
        x=text("review.ply"),
        y=text("review.curve_axis"),
        height=340,
        hovermode="closest",
        showlegend=True,
        shapes=[
            {
                "type": "line",
                "xref": "x",
                "yref": "paper",
                "x0": at_ply,
                "x1": at_ply,
                "y0": 0,
                "y1": 1,
                "line": {"color": "#d6321e", "width": 1.5, "dash": "dot"},
            }
        ],
    )
    made["layout"]["yaxis"]["range"] = [-2, 102]
    made["layout"]["xaxis"]["range"] = [-0.5, review.plies + 0.5]
    return made


def _seat(curve: Sequence[Point], seat: int, name: str) -> list[dict[str, Any]]:
    plies = [point.ply for point in curve]
    low = [100 * point.low[seat] for point in curve]
    high = [100 * point.high[seat] for point in curve]
    colour = SEAT_COLOURS[seat % len(SEAT_COLOURS)]
    group = f"seat-{seat}"
    return [
        {
            "type": "scatter",
            "mode": "lines",
            "x": [*plies, *reversed(plies)],
            "y": [*high, *reversed(low)],
            "fill": "toself",
            "fillcolor": faint(colour, 0.14),
            "line": {"width": 0},
            "hoverinfo": "skip",
            "showlegend": False,
            "legendgroup": group,
        },
        {
            "type": "scatter",
            "mode": "lines",
            "name": name,
            "legendgroup": group,
            "x": plies,
            "y": [100 * point.value[seat] for point in curve],
            "customdata": list(zip(low, high, strict=True)),
            "line": {"color": colour, "width": 2.4, "dash": DASHES[seat % len(DASHES)]},
            "hovertemplate": text("review.curve_hover") + "<extra>%{fullData.name}</extra>",
        },
    ]


def _luck_marks(
    chances: Sequence[Chance], after: Mapping[int, Point], players: Sequence[str]
) -> list[dict[str, Any]]:
    shown = [chance for chance in chances if is_large(chance) and chance.ply + 1 in after]
    if not shown:
        return []
    return [
        _marks(
            name=text("review.luck_mark"),
            x=[chance.ply + 1 for chance in shown],
            y=[100 * after[chance.ply + 1].value[chance.seat] for chance in shown],
            told=[
                text(
                    "review.luck_hover",
                    move=plotly_text(chance.outcome),
                    player=plotly_text(players[chance.seat]),
                    luck=f"{100 * chance.luck[chance.seat]:+.1f}",
                    low=f"{100 * chance.low[chance.seat]:+.1f}",
                    high=f"{100 * chance.high[chance.seat]:+.1f}",
                )
                for chance in shown
            ],
            symbol=[
                "triangle-up" if chance.luck[chance.seat] > 0 else "triangle-down"
                for chance in shown
            ],
            colour=[SEAT_COLOURS[chance.seat % len(SEAT_COLOURS)] for chance in shown],
        )
    ]


def is_large(chance: Chance) -> bool:
    """Whether chance moved the score of whose turn it was by as much as a label asks for, and
    surely in this direction."""
    surely = chance.low[chance.seat] > 0 or chance.high[chance.seat] < 0
    return surely and abs(chance.luck[chance.seat]) >= LEAST_THRESHOLD


def _label_marks(
    decisions: Sequence[Decision], after: Mapping[int, Point], moves: Sequence[str]
) -> list[dict[str, Any]]:
    traces = []
    for label, (colour, symbol) in LABEL_LOOKS.items():
        shown = [one for one in decisions if one.label == label and one.ply + 1 in after]
        if not shown:
            continue
        name = word("", "label", label)
        traces.append(
            _marks(
                name=name,
                x=[one.ply + 1 for one in shown],
                y=[100 * after[one.ply + 1].value[one.seat] for one in shown],
                told=[
                    text(
                        "review.decision_hover",
                        move=plotly_text(moves[one.ply]),
                        label=name,
                        loss=f"{100 * one.loss:.1f}",
                        low=f"{100 * one.low:.1f}",
                        high=f"{100 * one.high:.1f}",
                    )
                    for one in shown
                ],
                symbol=symbol,
                colour=colour,
            )
        )
    return traces


def _marks(
    *,
    name: str,
    x: list[int],
    y: list[float],
    told: list[str],
    symbol: str | list[str],
    colour: str | list[str],
) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": x,
        "y": y,
        "text": told,
        "hovertemplate": "%{text}<extra>%{x}</extra>",
        "marker": {
            "symbol": symbol,
            "color": colour,
            "size": 11,
            "line": {"color": "#1d1d1d", "width": 1},
        },
    }


def mean_with_error(mean: float, error: float | None, *, digits: int = 2) -> str:
    """In points of 100, with half of the width of the 95 % interval where it is known."""
    shown = f"{100 * mean:.{digits}f}".replace("-", "−")
    return shown if error is None else f"{shown} ± {100 * DEVIATIONS * error:.{digits}f}"


def loss_shares(frame: pl.DataFrame, part_name: Callable[[str], str]) -> Figure:
    """Each part's share of all loss, dearest first, `frame` as `losses_by` gives it."""
    # What was measured below zero has no share: nothing was lost there that sampling can tell.
    whole = float(frame["loss"].clip(lower_bound=0).sum()) or 1.0
    rows = list(frame.sort("loss").iter_rows(named=True))
    names = [plotly_text(part_name(row["part"])) for row in rows]
    trace = {
        "type": "bar",
        "orientation": "h",
        "x": [max(0.0, row["loss"]) / whole for row in rows],
        "y": names,
        "text": [
            text(
                "mistakes.bar",
                decisions=f"{row['decisions']:,}",
                mean=mean_with_error(row["mean_loss"], row["error"]),
            )
            for row in rows
        ],
        "textposition": "auto",
        "customdata": [
            [
                name,
                row["decisions"],
                100 * row["loss"],
                mean_with_error(row["mean_loss"], row["error"]),
                row["labelled"],
                row["games"],
            ]
            for name, row in zip(names, rows, strict=True)
        ],
        "marker": {"color": "#0072B2"},
        "hovertemplate": text("mistakes.share_hover") + "<extra></extra>",
    }
    made = figure([trace], x=text("mistakes.share"), height=90 + 34 * len(rows), showlegend=False)
    made["layout"]["xaxis"] |= {"tickformat": ".0%", "rangemode": "tozero"}
    made["layout"]["yaxis"]["type"] = "category"
    return made
