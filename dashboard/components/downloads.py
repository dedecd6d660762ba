"""Charts, each with the numbers that it is drawn from to take away.

Pages draw every chart by `show_chart`, so that none is without them.
"""

import re
from collections.abc import Callable
from functools import partial

import polars as pl
import streamlit as st

from dashboard.charts.figure import Figure
from dashboard.naming import spreadsheet_csv
from dashboard.texts import text, word
from data.export import parquet_bytes

PLAIN = {"displayModeBar": False}
KINDS: tuple[tuple[str, str, Callable[[pl.DataFrame], bytes]], ...] = (
    ("csv", "text/csv", spreadsheet_csv),
    ("parquet", "application/vnd.apache.parquet", parquet_bytes),
)


def show_chart(figure: Figure, frame: pl.DataFrame, *, key: str, alt: str) -> None:
    """A chart and, behind a small button below it, the frame that it was drawn from."""
    st.plotly_chart(figure, key=key, config=PLAIN, alt=alt)
    with st.popover(
        text("download.data"), icon=":material/download:", type="tertiary", key=f"data-{key}"
    ):
        offer(frame, name=key.removeprefix("chart-"), key=f"take-{key}")


def offer(frame: pl.DataFrame, *, name: str, key: str) -> None:
    """Buttons for a frame as CSV, in which no cell is a formula, and as Parquet; made when they are
    asked for."""
    with st.container(horizontal=True):
        for ending, mime, make in KINDS:
            offer_made(
                word("", "download", ending),
                partial(make, frame),
                f"hexcoach-{_plain(name)}.{ending}",
                mime,
                key=f"{key}-{ending}",
            )


def offer_made(
    label: str, make: Callable[[], bytes], file_name: str, mime: str, key: str | None = None
) -> None:
    """A button for a file that is made when it is asked for."""
    st.download_button(
        label, make, file_name=file_name, mime=mime, on_click="ignore", key=key or file_name
    )


def _plain(name: str) -> str:
    """A name that is safe for a file, whatever group it is of."""
    return re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-").lower()[:60] or "data"
