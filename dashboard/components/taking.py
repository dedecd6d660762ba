"""Taking things out of the store, and deleting them from it for good."""

from collections.abc import Callable
from functools import partial

import msgspec
import polars as pl
import streamlit as st

from dashboard import loaders
from dashboard.components.downloads import offer_made
from dashboard.components.messages import guarded
from dashboard.naming import markdown_text, spreadsheet_csv
from dashboard.texts import plain_words, text, word
from data.bgstats import plays
from data.export import logs, parquet_bytes, table_chunks
from data.filters import Filters
from data.forgetting import Forgotten, Trace, forget_game, forget_person, trace_game, trace_person
from data.store import Store
from data.tables import TABLES
from engine.importers.hexlog import format_log

EVERYTHING = Filters(statuses=())


def show_taking() -> None:
    _show_exports()
    _show_forgetting()


def _show_exports() -> None:
    st.subheader(text("taking.title"))
    st.caption(text("taking.hint"))
    # Files are made when nobody's page is drawn: then nothing knows any more who may see names.
    store = loaders.store()
    with st.container(horizontal=True):
        offer_made(
            text("taking.hexlog"),
            partial(hexlog, store),
            "hexcoach-games.hexlog",
            "application/x-ndjson",
        )
        offer_made(
            text("taking.plays"),
            partial(plays_json, store),
            "hexcoach-plays.json",
            "application/json",
        )
    st.caption(text("taking.plays_hint"))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        table = st.selectbox(text("taking.table"), TABLES, format_func=plain_words, key="table")
        offer_made(
            text("download.csv"),
            lambda: spreadsheet_csv(_whole(store, table)),
            f"hexcoach-{table}.csv",
            "text/csv",
        )
        offer_made(
            text("download.parquet"),
            lambda: parquet_bytes(_whole(store, table)),
            f"hexcoach-{table}.parquet",
            "application/vnd.apache.parquet",
        )
    st.caption(text("taking.tables_hint"))


def hexlog(store: Store) -> bytes:
    """All games, one a line."""
    return "".join(f"{format_log(log)}\n" for log in logs(store, EVERYTHING)).encode()


def plays_json(store: Store) -> bytes:
    """All finished games for BG Stats."""
    found = plays(store, EVERYTHING).plays
    return msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n"


def _whole(store: Store, table: str) -> pl.DataFrame:
    return pl.concat(list(table_chunks(store, table, EVERYTHING)))


# Deleting


def _show_forgetting() -> None:
    st.subheader(text("forget.title"))
    st.caption(text("forget.hint"))
    _tell_what_was_done()
    what = st.segmented_control(
        text("forget.what"),
        ["person", "game"],
        default="person",
        required=True,
        format_func=lambda one: word("", "forget", one),
        key="forget_what",
    )
    (_forget_person if what == "person" else _forget_game)()


@guarded
def _forget_person() -> None:
    if loaders.names_are_masked():
        st.info(text("forget.masked"), icon=":material/visibility_off:")
        return
    name = st.selectbox(
        text("forget.name"),
        loaders.names()["name"].to_list(),
        index=None,
        placeholder=text("forget.choose_name"),
        accept_new_options=True,
        key="forget_name",
    )
    if not name:
        return
    keep = st.toggle(text("forget.keep"), key="forget_keep")
    trace = trace_person(loaders.store(), name)
    st.markdown(
        text(
            "forget.found",
            games=len(trace.game_ids),
            rejected=len(trace.rejected_ids),
            files=len(trace.files),
            mentions=trace.mentions,
        )
    )
    _confirm(
        trace,
        text("forget.replace" if keep else "forget.delete"),
        lambda: forget_person(loaders.store(), name, keep_games=keep),
    )


@guarded
def _forget_game() -> None:
    number = st.number_input(
        text("forget.number"), min_value=1, step=1, value=None, key="forget_number"
    )
    if number is None:
        return
    trace = trace_game(loaders.store(), int(number))
    st.markdown(text("forget.found_game", number=int(number), files=len(trace.files)))
    _confirm(trace, text("forget.delete"), lambda: forget_game(loaders.store(), int(number)))


def _confirm(trace: Trace, label: str, delete: Callable[[], Forgotten]) -> None:
    """Two steps, as nothing brings it back."""
    if trace.files:
        st.caption(text("forget.files"))
    visit = st.session_state.setdefault("forgotten times", 0)
    sure = st.checkbox(text("forget.sure"), key=f"forget_sure_{visit}")
    if st.button(label, type="primary", icon=":material/delete_forever:", disabled=not sure):
        st.session_state["forgotten"] = delete()
        st.session_state["forgotten times"] = visit + 1
        for key in ("forget_name", "forget_number", "forget_keep"):
            st.session_state.pop(key, None)
        st.rerun()


def _tell_what_was_done() -> None:
    done = st.session_state.pop("forgotten", None)
    if not isinstance(done, Forgotten):
        return
    if not done.rewritten:
        st.warning(text("forget.later"))
    elif done.new_name is not None:
        st.success(text("forget.renamed", name=markdown_text(done.new_name)))
    else:
        st.success(text("forget.done"))
