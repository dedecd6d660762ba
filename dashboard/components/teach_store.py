"""Teaching from the store: logs that gave no game are chosen, and read again by what is taught."""

from collections.abc import Sequence
from typing import Any

import polars as pl
import streamlit as st

from dashboard import loaders
from dashboard.components.operations import begin, show_running, tell_how_it_ended
from dashboard.naming import game_name, markdown_text, one_line
from dashboard.texts import text
from data import lessons, reports
from data.fingerprints import digest_of
from data.keeping import NotKept
from data.operation import Operation, start_reimport
from engine.importers.bga.workbench import Brought, bring

IMPORTER = "bga"
MOST_CHOSEN = 20
"""Logs that are taught from at once."""
READING = "teach reading"
CHOSEN = "teach chosen"


def choose_kept() -> pl.DataFrame | None:
    """The list of kept logs, and those that are chosen; None where there is nothing to choose.

    A log that has been read again with success stands in the list no more, and stays on the page.
    """
    if loaders.names_are_masked():
        st.caption(text("teach.masked"))
        return None
    found = lessons.teachable(loaders.store(), IMPORTER)
    before: tuple[str, pl.DataFrame] | None = st.session_state.get(CHOSEN)
    listed = digest_of(name_of(found).encode())
    rows = [] if found.is_empty() else _picked(found, listed)
    if rows or (before is not None and before[0] == listed):
        before = (listed, found[rows])
        st.session_state[CHOSEN] = before
    if before is not None and before[0] != listed:
        names = ", ".join(one_line(name) for name in before[1]["name"].to_list())
        st.caption(text("teach.still_chosen", names=markdown_text(names)))
    if before is None:
        return None if found.is_empty() else found.clear()
    return before[1]


def _picked(found: pl.DataFrame, listed: str) -> list[int]:
    """Rows that are chosen in a list, which begins anew when something else stands in it."""
    st.markdown(f"**{text('teach.kept')}**")
    st.caption(text("teach.kept_hint", count=len(found)))
    picked = st.dataframe(
        pl.DataFrame(
            {
                text("teach.file"): found["name"],
                text("teach.imported"): found["imported"].dt.strftime("%Y-%m-%d"),
                text("teach.table"): found["id"],
                text("teach.game"): [_game_name(one) for one in found["game"].to_list()],
                text("teach.reason"): found["reason"],
            }
        ),
        hide_index=True,
        placeholder="",
        on_select="rerun",
        selection_mode="multi-row",
        height=min(35 * (len(found) + 1) + 3, 300),
        key=f"teach-kept-{listed}",
        alt=text("teach.kept"),
    )
    rows = [row for row in picked.selection.rows if row < len(found)]
    if len(rows) > MOST_CHOSEN:
        st.warning(text("teach.too_many", most=MOST_CHOSEN))
    return rows[:MOST_CHOSEN]


def _game_name(key: str | None) -> str | None:
    """A rejected log may name any game."""
    return game_name(key) if key in reports.known_games() else key


def name_of(chosen: pl.DataFrame | None) -> str:
    """What tells one choice from another."""
    rows = () if chosen is None else chosen.select("hash", "inside").iter_rows()
    return " ".join(f"{digest}{inside}" for digest, inside in rows)


def bring_kept(chosen: pl.DataFrame) -> Brought:
    """The logs of these rows."""
    wanted = set(chosen["name"].to_list())
    try:
        with lessons.at_hand(loaders.store(), chosen) as files:
            beside = [one for path, _ in files for one in path.parent.iterdir() if one != path]
            return bring(files, wanted.__contains__, beside)
    except NotKept as error:
        return Brought([], [str(error)])


def show_reading_again(game: str, *, is_saved: bool) -> None:
    """Once a dialect is saved: the logs that it may make games of are read again by a button, and
    what came of it is told."""
    over = show_running()
    if over is not None:
        # The library shows its report; here its buttons go.
        st.session_state["ended"] = over
        st.rerun()
    mine = st.session_state.get(READING)
    if isinstance(mine, Operation) and mine.is_over:
        _tell(mine)
    if loaders.names_are_masked() or (isinstance(mine, Operation) and not mine.is_over):
        return
    found = lessons.teachable(loaders.store(), IMPORTER)
    matching = found.filter(pl.col("game").is_null() | (pl.col("game") == game))
    if matching.is_empty():
        return
    if st.button(
        text("teach.read_again", count=len(matching)),
        icon=":material/refresh:",
        disabled=not is_saved,
        help=text("teach.read_again_help"),
        key="teach-read-again",
    ):
        _read_again(matching["hash"].unique(maintain_order=True).to_list())


def _read_again(hashes: Sequence[str]) -> None:
    begin(lambda: start_reimport(loaders.store(), hashes))
    st.session_state[READING] = st.session_state["operation"]
    st.rerun()


def _tell(operation: Operation) -> None:
    tell_how_it_ended(operation)
    finished = operation.finished
    if finished is None:
        return
    verified = lessons.became_verified(loaders.store(), finished.import_id)
    numbers: dict[str, Any] = {
        "verified": verified,
        "read": finished.counts.read,
        "rejected": finished.counts.rejected,
    }
    if verified:
        st.success(text("teach.became", **numbers), icon=":material/verified:")
    else:
        st.warning(text("teach.became", **numbers))
