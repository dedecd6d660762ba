"""The list of stored games: searched, sorted, paged; a click opens one."""

from dataclasses import replace

import polars as pl
import streamlit as st

from dashboard import loaders
from dashboard.components.address import choose_one, choose_page, choose_switch, choose_text
from dashboard.components.filters import choose_filters, choose_game
from dashboard.naming import game_name, player_name, status_name
from dashboard.texts import text, word
from data.filters import Filters
from engine.importers.contract import REPLAYABLE

PAGE_SIZE = 50
ORDERS = ("stored", "date", "game", "names", "status", "plies", "turns", "score")


def show_games() -> None:
    filters = _with_every_status(choose_filters(choose_game(required=False)))
    searching, ordering, direction = st.columns([4, 2, 1], vertical_alignment="bottom")
    search = choose_text(
        searching.text_input,
        text("games.search"),
        key="search",
        placeholder=text("games.search_hint"),
    )
    order = choose_one(
        ordering.selectbox,
        text("games.order"),
        ORDERS,
        key="order",
        default=ORDERS[0],
        format_func=lambda name: word("", "order", name),
    )
    ascending = choose_switch(direction.toggle, text("games.ascending"), key="ascending")
    count = loaders.count_games(filters, search=search)
    if count == 0:
        st.info(text("games.none"))
        return
    pages = -(-count // PAGE_SIZE)
    table = st.container()
    with st.container(horizontal=True, horizontal_alignment="distribute"):
        st.caption(text("games.count", count=count))
        page = choose_page(pages, key="page")
    games = loaders.games(
        filters,
        search=search,
        order=order,
        descending=not ascending,
        limit=PAGE_SIZE,
        offset=(page - 1) * PAGE_SIZE,
    )
    with table:
        _table(games)


def _with_every_status(filters: Filters) -> Filters:
    """The library lists all games unless some statuses are asked for."""
    asked = tuple(status for status in filters.statuses if status != "verified")
    return replace(filters, statuses=asked)


def _table(games: pl.DataFrame) -> None:
    shown = pl.DataFrame(
        {
            text("games.game"): [game_name(key) for key in games["game"].to_list()],
            text("games.players"): [
                ", ".join(
                    f"{'★ ' if place == 1 else ''}{player_name(name, seat)} {score}"
                    for seat, (name, score, place) in enumerate(
                        zip(row["names"], row["scores"], row["places"], strict=True)
                    )
                )
                for row in games.iter_rows(named=True)
            ],
            text("games.status"): [status_name(status) for status in games["status"].to_list()],
            text("games.grade"): [_grade(grade) for grade in games["grade"].to_list()],
            text("games.turns"): games["turns"],
            text("games.moves"): games["plies"],
            text("games.date"): games["date"],
            text("games.board"): games["board"],
            text("games.source"): games["source"],
            text("games.remark"): games["remark"],
        }
    )
    filled = [name for name in shown.columns if shown[name].is_not_null().any()]
    picked = st.dataframe(
        shown.select(filled),
        hide_index=True,
        placeholder="",
        on_select="rerun",
        selection_mode="single-row",
        column_config={
            text("games.players"): st.column_config.TextColumn(width=310),
            text("games.date"): st.column_config.DateColumn(width=100),
            text("games.source"): st.column_config.TextColumn(width=120),
        },
        key="picked_game",
        height=min(35 * (len(shown) + 1) + 3, 640),
        alt=text("games.table"),
    )
    st.caption(text("games.open_hint"))
    rows = picked.selection.rows
    if rows and rows[0] < len(games):
        st.switch_page("app_pages/game.py", query_params={"id": str(games["game_id"][rows[0]])})


def _grade(grade: str) -> str | None:
    """How much the log gave, where that is not everything."""
    return None if grade == REPLAYABLE else word("", "grade", grade)
