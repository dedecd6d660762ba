"""Games going into the store, and what became of each."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

import polars as pl
import streamlit as st

from dashboard import loaders
from dashboard.components.address import choose_one, lead_to_tab
from dashboard.naming import markdown_text, spreadsheet_csv, status_name
from dashboard.texts import text, word
from data.accounts import Counts, Fate, Verdict
from data.ingest import Finished, Input, Progress, Unopened, find_inputs, run_import
from engine.importers.contract import importers

SAMPLES = Path(loaders.__file__).resolve().parents[1] / "data" / "samples"
SHOWN_ROWS = 1000
MOST_ROWS = 50_000
"""Beyond this, games that were simply stored are only counted."""


@dataclass(slots=True)
class Report:
    """What became of one import, as long as the session lasts."""

    import_id: int = 0
    rows: list[dict[str, Any]] = field(default_factory=list)
    counts: Counts = field(default_factory=Counts)
    left_out: int = 0
    """Stored games that have no row, as there are too many."""


def show_adding(*, with_samples: bool) -> None:
    """Drop files or a whole folder; with an empty store the samples are offered too."""
    if with_samples and SAMPLES.is_dir():
        if st.button(text("add.samples"), type="primary", icon=":material/science:"):
            _run(_samples())
            lead_to_tab("part", text("library.add"))
            st.rerun()
        st.caption(text("add.samples_hint"))
    visit = st.session_state.setdefault("uploads", 0)
    one, folder = st.columns(2)
    files = one.file_uploader(
        text("add.files"), accept_multiple_files=True, key=f"files_{visit}", help=text("add.help")
    )
    in_folder = folder.file_uploader(
        text("add.folder"), accept_multiple_files="directory", key=f"folder_{visit}"
    )
    st.caption(text("add.reads", formats=", ".join(importers())))
    uploads = [*files, *in_folder]
    if uploads:
        with tempfile.TemporaryDirectory(prefix="hexcoach-") as there:
            _run(_written(uploads, Path(there)))
        # A new key lets go of the files, which the server holds in memory.
        st.session_state["uploads"] = visit + 1
        st.rerun()
    report = st.session_state.get("report")
    if report is not None:
        _show_report(report)


def _samples() -> list[Input]:
    """The logs that ship, without the list that says what they are."""
    folders = sorted(path for path in SAMPLES.iterdir() if path.is_dir())
    found = find_inputs(folders)
    return [Input(one.path, str(one.path.relative_to(SAMPLES))) for one in found]


def _written(uploads: Sequence[Any], folder: Path) -> list[Input]:
    """Uploads as files on disk, under names that cannot leave the folder."""
    inputs = []
    for number, upload in enumerate(uploads):
        ending = "".join(PurePosixPath(upload.name).suffixes[-2:])
        safe = "".join(letter for letter in ending if letter.isalnum() or letter == ".")
        path = folder / f"{number}{safe[-20:]}"
        with path.open("wb") as file:
            while block := upload.read(1 << 20):
                file.write(block)
        inputs.append(Input(path, upload.name))
    return inputs


def _run(inputs: Sequence[Input]) -> None:
    """Import, showing how far it is; what became of it is kept for the session."""
    report = Report()
    bar = st.progress(0.0, text("add.running", done=0, files=len(inputs), games=0))
    for event in run_import(loaders.store(), inputs):
        if isinstance(event, Verdict):
            if event.fate is Fate.STORED and len(report.rows) >= MOST_ROWS:
                report.left_out += 1
            else:
                report.rows.append(_row(event))
        elif isinstance(event, Unopened):
            report.rows.append({"file": event.file, "fate": "unopened", "reason": event.reason})
        elif isinstance(event, Progress):
            report.counts = event.counts
            bar.progress(
                min(1.0, event.bytes_done / max(1, event.bytes)),
                text(
                    "add.running",
                    done=event.files_done,
                    files=event.files,
                    games=event.counts.read,
                ),
            )
        elif isinstance(event, Finished):
            report.counts, report.import_id = event.counts, event.import_id
    bar.empty()
    st.session_state["report"] = report


def _row(verdict: Verdict) -> dict[str, Any]:
    reason = " ".join([*([verdict.reason] if verdict.reason else []), *verdict.warnings])
    return {
        "file": verdict.file,
        "line": verdict.line,
        "id": verdict.id,
        "game": verdict.game,
        "fate": verdict.fate.value,
        "status": verdict.status.value,
        "ply": verdict.ply,
        "move": verdict.move,
        "reason": reason or None,
    }


FILE_COLUMNS = (
    "name",
    "importer",
    "size",
    "read",
    "stored",
    "replaced",
    "duplicate",
    "rejected",
    "problem",
)
ROW = {
    "file": pl.String,
    "line": pl.Int64,
    "id": pl.String,
    "game": pl.String,
    "fate": pl.String,
    "status": pl.String,
    "ply": pl.Int64,
    "move": pl.String,
    "reason": pl.String,
}


def _show_report(report: Report) -> None:
    counts = report.counts
    st.subheader(text("report.title"))
    _sum_line(counts.read, counts.stored, counts.replaced, counts.duplicate, counts.rejected)
    if not report.rows:
        st.info(text("report.nothing"))
        return
    frame = pl.DataFrame(report.rows, schema=ROW)
    _show_files(report.import_id)
    with st.container(horizontal=True, horizontal_alignment="distribute"):
        st.markdown(f"**{text('report.by_game')}**")
        everything = st.toggle(text("report.everything"), key="report_everything")
    notable = frame if everything else frame.filter(pl.col("fate") != "stored")
    if notable.is_empty():
        st.success(text("report.all_stored"), icon=":material/check_circle:")
    else:
        st.dataframe(
            _readable(notable.head(SHOWN_ROWS)),
            hide_index=True,
            placeholder="",
            alt=text("report.by_game"),
        )
        if len(notable) > SHOWN_ROWS:
            st.caption(text("report.cut", shown=SHOWN_ROWS, count=len(notable)))
    if report.left_out:
        st.caption(text("report.left_out", count=report.left_out))
    st.download_button(
        text("report.download"),
        spreadsheet_csv(frame),
        file_name="hexcoach-import.csv",
        mime="text/csv",
        icon=":material/download:",
    )


def _sum_line(read: int, stored: int, replaced: int, duplicate: int, rejected: int) -> None:
    """The numbers of an import, written as the sum that they are."""
    parts = [
        (text("report.read"), read),
        (f"= {text('report.stored')}", stored),
        (f"+ {text('report.replaced')}", replaced),
        (f"+ {text('report.duplicate')}", duplicate),
        (f"+ {text('report.rejected')}", rejected),
    ]
    for column, (label, value) in zip(st.columns(len(parts)), parts, strict=True):
        column.metric(label, f"{value:,}", border=True)


def _show_files(import_id: int) -> None:
    files = loaders.files(import_id).select(FILE_COLUMNS)
    st.markdown(f"**{text('report.by_file')}**")
    st.dataframe(
        files.rename({name: word("", "column", name) for name in files.columns}),
        hide_index=True,
        placeholder="",
        alt=text("report.by_file"),
    )


def _readable(frame: pl.DataFrame) -> pl.DataFrame:
    """The rows of a report with their columns and fates in words."""
    worded = frame.with_columns(
        pl.col("fate").map_elements(lambda fate: word("", "fate", fate), pl.String),
        pl.col("status").map_elements(status_name, pl.String),
    )
    return worded.rename({name: word("", "column", name) for name in worded.columns})


def show_past_imports() -> None:
    """Every run of import, and for one of them its files and what was not stored."""
    runs = loaders.imports(limit=50)
    if runs.is_empty():
        return
    st.subheader(text("imports.title"))
    numbers = runs["import_id"].to_list()
    chosen = choose_one(
        st.selectbox,
        text("imports.which"),
        numbers,
        key="import",
        default=numbers[0],
        format_func=lambda number: _run_name(runs, number),
    )
    run = runs.filter(pl.col("import_id") == chosen).row(0, named=True)
    _sum_line(*(run[name] for name in ("read", "stored", "replaced", "duplicate", "rejected")))
    _show_files(chosen)
    _show_rejected(chosen)


def _run_name(runs: pl.DataFrame, number: int) -> str:
    run = runs.filter(pl.col("import_id") == number).row(0, named=True)
    return text(
        "imports.run",
        number=number,
        when=f"{run['started']:%Y-%m-%d %H:%M}",
        read=run["read"],
        state=word("", "state", run["state"]),
    )


def _show_rejected(import_id: int) -> None:
    rejected = loaders.rejected(import_id)
    if rejected.is_empty():
        return
    st.markdown(f"**{text('imports.rejected')}**")
    shown = rejected.drop("rejected_id").with_columns(
        pl.col("status").map_elements(status_name, pl.String)
    )
    picked = st.dataframe(
        shown.rename({name: word("", "column", name) for name in shown.columns}),
        hide_index=True,
        placeholder="",
        on_select="rerun",
        selection_mode="single-row",
        key="picked_rejected",
        alt=text("imports.rejected"),
    )
    st.caption(text("imports.open_hint"))
    rows = picked.selection.rows
    if not rows or rows[0] >= len(rejected):
        return
    row = rejected.row(rows[0], named=True)
    if row["status"] == "illegal":
        st.switch_page("app_pages/game.py", query_params={"rejected": str(row["rejected_id"])})
    st.warning(markdown_text(row["reason"]))
