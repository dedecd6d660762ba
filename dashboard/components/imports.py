"""Games going into the store, and what became of each."""

import shutil
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any

import polars as pl
import streamlit as st

from dashboard import loaders
from dashboard.components.address import choose_one, lead_to_tab
from dashboard.components.import_report import show_alarms, show_files, show_report, show_sum
from dashboard.components.operations import begin, show_running, tell_how_it_ended
from dashboard.naming import game_name, markdown_text, status_name
from dashboard.texts import text, word
from data import reports
from data.ingest import Input, find_inputs
from data.operation import Operation, start_import, start_reimport
from engine.importers.contract import importers

SAMPLES = Path(loaders.__file__).resolve().parents[1] / "data" / "samples"
LONGEST_NAME = 100


def show_adding(*, with_samples: bool) -> None:
    """Drop files or a whole folder; with an empty store the samples are offered too."""
    over = show_running()
    if over is not None:
        st.session_state["ended"] = over
        _to_adding()
    if with_samples and SAMPLES.is_dir():
        if st.button(text("add.samples"), type="primary", icon=":material/science:"):
            _begin(lambda: start_import(loaders.store(), _samples()))
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
    pseudonyms = st.checkbox(
        text("privacy.pseudonyms"), key="pseudonyms", help=text("privacy.pseudonyms_help")
    )
    uploads = [*files, *in_folder]
    if uploads:
        # A new key lets go of the files, which the server holds in memory.
        st.session_state["uploads"] = visit + 1
        _begin(partial(_import_uploads, uploads, pseudonyms=pseudonyms))
    ended = st.session_state.get("ended")
    if isinstance(ended, Operation):
        _show_ended(ended)


def _begin(start: Callable[[], Operation]) -> None:
    begin(start)
    _to_adding()


def _to_adding() -> None:
    """Draw the page anew, where an import is seen."""
    lead_to_tab("part", text("library.add"))
    st.rerun()


def _show_ended(operation: Operation) -> None:
    """What became of the import that this session saw last."""
    tell_how_it_ended(operation)
    finished = operation.finished
    if finished is None:
        return
    st.subheader(text("report.title"))
    runs = loaders.imports(limit=50).filter(pl.col("import_id") == finished.import_id)
    if runs.is_empty():
        return
    run = runs.row(0, named=True)
    show_sum(run)
    if not run["read"] and not run["companion"]:
        st.info(text("report.nothing"))
        return
    show_alarms(finished.import_id)
    show_files(finished.import_id)
    show_report(finished.import_id, key="ended")


def _samples() -> list[Input]:
    """The logs that ship, without the list that says what they are."""
    folders = sorted(path for path in SAMPLES.iterdir() if path.is_dir())
    found = find_inputs(folders)
    return [Input(one.path, str(one.path.relative_to(SAMPLES))) for one in found]


def _import_uploads(uploads: Sequence[Any], *, pseudonyms: bool = False) -> Operation:
    """The files stay on disk as long as the import needs them."""
    folder = Path(tempfile.mkdtemp(prefix="hexcoach-"))
    remove = partial(shutil.rmtree, folder, ignore_errors=True)
    try:
        inputs = _written(uploads, folder)
        return start_import(loaders.store(), inputs, remove, pseudonyms=pseudonyms)
    except BaseException:
        remove()
        raise


def _written(uploads: Sequence[Any], folder: Path) -> list[Input]:
    """Uploads as files on disk, under names that cannot leave the folder, and that still tell which
    of them lie beside which."""
    inputs = []
    for number, upload in enumerate(uploads):
        last = PurePosixPath(upload.name).name
        kept = "".join(letter for letter in last if letter.isalnum() or letter in "._-")
        path = folder / (kept.lstrip(".")[-LONGEST_NAME:] or str(number))
        if path.exists():
            path = folder / f"{number}-{path.name}"
        with path.open("wb") as file:
            while block := upload.read(1 << 20):
                file.write(block)
        inputs.append(Input(path, upload.name))
    return inputs


def show_past_imports() -> None:
    """Every run of import, and for one of them its files and what was not stored."""
    _show_outdated()
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
    show_sum(run)
    show_alarms(chosen)
    show_files(chosen)
    show_report(chosen, key="past")
    _show_rejected(chosen)
    _show_compared()
    _show_logs_only()


def _run_name(runs: pl.DataFrame, number: int) -> str:
    run = runs.filter(pl.col("import_id") == number).row(0, named=True)
    return text(
        "imports.run",
        number=number,
        when=f"{run['started']:%Y-%m-%d %H:%M}",
        read=run["read"],
        state=f"{word('', 'kind', run['kind'])}, {word('', 'state', run['state'])}",
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


def _show_outdated() -> None:
    """What another reading may better, and the button for it."""
    store = loaders.store()
    files = reports.outdated(store)["hash"].n_unique()
    rules = reports.older_rules(store)
    if not files and rules.is_empty():
        return
    with st.container(border=True):
        st.markdown(f"**{text('outdated.title')}**")
        if files:
            st.markdown(text("outdated.files", count=files))
        for row in rules.iter_rows(named=True):
            st.markdown(
                text(
                    "outdated.rules",
                    games=row["games"],
                    game=game_name(row["game"]),
                    version=row["rules_version"],
                    today=row["today"],
                )
            )
        if st.button(text("outdated.again"), icon=":material/refresh:", key="reimport"):
            _begin(lambda: start_reimport(store))


def _show_compared() -> None:
    """How the rejected games differ from the kept ones, with the numbers on both sides."""
    found = reports.rejected_and_kept(loaders.store())
    if not found["rejected"].sum():
        return
    st.markdown(f"**{text('compared.title')}**")
    games = found.filter(pl.col("trait") == "importer")
    st.caption(text("compared.hint", kept=games["kept"].sum(), rejected=games["rejected"].sum()))
    names = [_value_name(*pair) for pair in found.select("trait", "value").iter_rows()]
    traits = [word("", "trait", trait) for trait in found["trait"].to_list()]
    surely = found["stands_out"].fill_null(value=False)
    table = pl.DataFrame(
        {
            text("compared.trait"): traits,
            text("compared.value"): names,
            text("compared.kept"): found["kept"],
            text("compared.kept_share"): found["kept_share"],
            text("compared.rejected"): found["rejected"],
            text("compared.rejected_share"): found["rejected_share"],
            text("compared.differs"): surely,
        }
    )
    notable = [
        f"{trait.lower()} {markdown_text(name)}"
        for trait, name, sure in zip(traits, names, surely.to_list(), strict=True)
        if sure
    ]
    if notable:
        st.markdown(text("compared.stands_out", traits=", ".join(notable)))
    else:
        st.markdown(text("compared.even"))
    share = st.column_config.NumberColumn(format="percent")
    st.dataframe(
        table,
        hide_index=True,
        placeholder="",
        column_config={
            text("compared.kept_share"): share,
            text("compared.rejected_share"): share,
        },
        alt=text("compared.title"),
    )


def _value_name(trait: str, value: str) -> str:
    if trait == "game":
        return game_name(value) if value in reports.known_games() else value
    return word("", "length", value) if trait == "length" else value


def _show_logs_only() -> None:
    found = reports.logs_only(loaders.store())
    if found.is_empty():
        return
    st.markdown(f"**{text('log_only.title')}**")
    st.caption(text("log_only.hint"))
    table = pl.DataFrame(
        {
            word("", "column", "game"): [game_name(key) for key in found["game"].to_list()],
            word("", "column", "id"): found["source_id"],
            text("games.date"): found["date"],
            text("log_only.names"): [", ".join(names) for names in found["names"].to_list()],
            text("games.grade"): [word("", "grade", one) for one in found["grade"].to_list()],
            text("log_only.seconds"): (found["seconds"] / 60).round(),
            text("log_only.moves"): found["moves"],
            text("games.remark"): found["remark"],
        }
    )
    st.dataframe(table, hide_index=True, placeholder="", alt=text("log_only.title"))
