"""The measurements of the review, as tables and one picture."""

import polars as pl
import streamlit as st

from dashboard.charts.calibration import calibration
from dashboard.components.downloads import show_chart
from dashboard.naming import game_name
from dashboard.texts import text, word
from engine.analysis.measured import Measured, Row, all_measured
from engine.analysis.plies import EVALUATOR_VERSION
from engine.core.registry import games

BIN = "calibration.bin"


def show_quality() -> None:
    st.title(text("quality.title"))
    measured = all_measured()
    if not measured:
        st.info(text("quality.nothing"))
        return
    st.markdown(text("quality.intro"))
    for one in measured:
        _show(one)


def _show(measured: Measured) -> None:
    st.subheader(word("", "quality.section", measured.name))
    bins: dict[str, list[Row]] = {}
    for row in measured.rows:
        if row.key == BIN:
            bins.setdefault(game_name(row.game), []).append(row)
    if bins:
        show_chart(
            calibration(bins), _frame(bins), key=f"chart-{BIN}", alt=text("quality.bins_alt")
        )
    st.dataframe(
        table([row for row in measured.rows if row.key != BIN]),
        hide_index=True,
        placeholder="",
        key=f"measured-{measured.name}",
        column_config={
            column: st.column_config.NumberColumn(format="%.3f")
            for column in (text("quality.value"), text("quality.low"), text("quality.high"))
        },
    )
    versions = ", ".join(f"{game} {number}" for game, number in measured.rules_versions.items())
    st.caption(
        text(
            "quality.made",
            made=measured.made,
            command=measured.command,
            evaluator=measured.evaluator_version,
            rules=versions,
        )
    )
    now = {game.key: game.version for game in games().values()}
    if (measured.evaluator_version, measured.rules_versions) != (EVALUATOR_VERSION, now):
        st.info(text("quality.stale"))


def _frame(bins: dict[str, list[Row]]) -> pl.DataFrame:
    """What the picture is drawn from."""
    return pl.DataFrame(
        [
            {"game": game, **row.words, "value": row.value, "low": row.low, "high": row.high}
            | {"samples": row.samples}
            for game, rows in bins.items()
            for row in rows
        ],
        infer_schema_length=None,
    )


def table(rows: list[Row]) -> pl.DataFrame:
    """The rows in the words of the page."""
    return pl.DataFrame(
        {
            text("filter.game"): [
                game_name(row.game) if row.game else text("quality.all_games") for row in rows
            ],
            text("quality.figure"): [
                word("", "quality.row", row.key).format(**row.words) for row in rows
            ],
            text("quality.value"): [row.value for row in rows],
            text("quality.low"): pl.Series([row.low for row in rows], dtype=pl.Float64),
            text("quality.high"): pl.Series([row.high for row in rows], dtype=pl.Float64),
            text("quality.samples"): [row.samples for row in rows],
            text("quality.asked"): [_asked(row) for row in rows],
            text("quality.reached"): [_reached(row) for row in rows],
        }
    )


def _asked(row: Row) -> str:
    if row.target is None:
        return ""
    return text("quality.at_most" if row.at_most else "quality.at_least", target=row.target)


def _reached(row: Row) -> str:
    if row.reached is None:
        return ""
    return text("quality.yes" if row.reached else "quality.no")
