"""What became of each game of an import: filtered, searched, taken away as a file."""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import polars as pl
import streamlit as st

from dashboard import loaders
from dashboard.naming import game_name, markdown_text, spreadsheet_csv, status_name
from dashboard.texts import text, word
from data import reports
from data.store import Store

SHOWN_ROWS = 1000
FILE_COLUMNS = (
    "name",
    "importer",
    "size",
    "read",
    "stored",
    "replaced",
    "duplicate",
    "rejected",
    "companion",
    "problem",
)
ROW_COLUMNS = ("file", "line", "id", "game", "fate", "status", "ply", "move", "reason")


def show_sum(run: dict[str, Any]) -> None:
    """The numbers of an import, written as the sum that they are, and what stands beside it."""
    parts = [
        (text("report.read"), run["read"]),
        (f"= {text('report.stored')}", run["stored"]),
        (f"+ {text('report.replaced')}", run["replaced"]),
        (f"+ {text('report.duplicate')}", run["duplicate"]),
        (f"+ {text('report.rejected')}", run["rejected"]),
    ]
    for column, (label, value) in zip(st.columns(len(parts)), parts, strict=True):
        column.metric(label, f"{value:,}", border=True)
    if run["companion"]:
        st.caption(text("report.companion", count=run["companion"]))
    if run["removed"]:
        st.caption(text("report.removed", count=run["removed"]))


def show_alarms(import_id: int) -> None:
    for alarm in reports.alarms(loaders.store(), import_id).iter_rows(named=True):
        source = text("alarm.in_all")
        if alarm["importer"]:
            source = text("alarm.from", importer=alarm["importer"])
        numbers = {name: alarm[name] for name in ("hits", "n", "past_hits", "past_n")}
        if alarm["what"] == "rejected":
            sentence = text("alarm.rejected", source=source, **numbers)
        else:
            types = ", ".join(markdown_text(kind) for kind in alarm["types"])
            sentence = text(
                "alarm.unknown", source=source, types=types or text("alarm.none"), **numbers
            )
        st.warning(sentence, icon=":material/notification_important:")


def show_files(import_id: int) -> None:
    files = loaders.files(import_id).select(FILE_COLUMNS)
    st.markdown(f"**{text('report.by_file')}**")
    filled = [name for name in files.columns if files[name].is_not_null().any()]
    st.dataframe(
        files.select(filled).rename({name: word("", "column", name) for name in filled}),
        hide_index=True,
        placeholder="",
        height=min(35 * (len(files) + 1) + 3, 300),
        alt=text("report.by_file"),
    )


def show_report(import_id: int, *, key: str) -> None:
    """The report of a run; of an import older than reports there is none."""
    sizes = reports.report_size(loaders.store(), import_id)
    if not sizes:
        return
    st.markdown(f"**{text('report.by_game')}**")
    choosing, searching = st.columns([3, 2], vertical_alignment="bottom")
    with choosing:
        fates = st.pills(
            text("report.which"),
            list(sizes),
            selection_mode="multi",
            default=[fate for fate in sizes if fate != "stored"],
            format_func=lambda fate: f"{word('', 'fate', fate)} · {sizes[fate]:,}",
            key=f"{key}_fates_{import_id}",
        )
    search = searching.text_input(
        text("report.search"),
        placeholder=text("report.search_hint"),
        key=f"{key}_search_{import_id}",
    )
    _show_rows(import_id, fates, search.strip(), sizes)
    _downloads(import_id, fates, search.strip(), key)


def _show_rows(import_id: int, fates: list[str], search: str, sizes: dict[str, int]) -> None:
    if not fates and not search:
        if sizes.keys() == {"stored"}:
            st.success(text("report.all_stored"), icon=":material/check_circle:")
        return
    rows = reports.report(loaders.store(), import_id, fates=fates, search=search, limit=SHOWN_ROWS)
    if rows.is_empty():
        st.info(text("report.no_rows"))
        return
    worded = rows.select(ROW_COLUMNS).with_columns(
        pl.col("fate").map_elements(lambda fate: word("", "fate", fate), pl.String),
        pl.col("status").map_elements(status_name, pl.String),
        pl.col("game").map_elements(_game_name, pl.String),
    )
    filled = [name for name in worded.columns if worded[name].is_not_null().any()]
    st.dataframe(
        worded.select(filled).rename({name: word("", "column", name) for name in filled}),
        hide_index=True,
        placeholder="",
        alt=text("report.by_game"),
    )
    st.caption(text("report.of_all", shown=len(rows), count=sum(sizes.values())))


def _game_name(key: str) -> str:
    """A rejected log may name any game."""
    return game_name(key) if key in reports.known_games() else key


def _downloads(import_id: int, fates: list[str], search: str, key: str) -> None:
    """The rows chosen, or all where nothing is; made when they are asked for, as there may be a
    million."""
    chosen = bool(fates or search)
    as_csv = text("report.download_rows_csv" if chosen else "report.download_csv")
    kinds: tuple[tuple[str, str, str, Callable[[pl.DataFrame], bytes]], ...] = (
        (as_csv, "csv", "text/csv", spreadsheet_csv),
        (text("report.download_json"), "json", "application/json", _as_json),
    )
    with st.container(horizontal=True):
        for label, ending, mime, make in kinds:
            st.download_button(
                label,
                # Made when no page is drawn any more that knows whether names are masked.
                partial(_made, make, loaders.store(), import_id, fates, search),
                file_name=f"hexcoach-import-{import_id}.{ending}",
                mime=mime,
                icon=":material/download:",
                on_click="ignore",
                key=f"{key}_{ending}_{import_id}",
            )


def _made(
    make: Callable[[pl.DataFrame], bytes],
    store: Store,
    import_id: int,
    fates: list[str],
    search: str,
) -> bytes:
    chunks = reports.report_chunks(store, import_id, fates=fates, search=search)
    return make(pl.concat(list(chunks)))


def _as_json(rows: pl.DataFrame) -> bytes:
    return msgspec.json.encode(rows.to_dicts())
