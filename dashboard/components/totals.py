"""How much the store holds, a card a game."""

import polars as pl
import streamlit as st

from dashboard import loaders
from dashboard.naming import game_name, status_name
from dashboard.texts import text


def show_totals() -> None:
    totals = loaders.totals()
    keys = totals["game"].unique().sort().to_list()
    for column, key in zip(st.columns(max(3, len(keys))), keys, strict=False):
        of_game = totals.filter(pl.col("game") == key).sort("games", descending=True)
        with column.container(border=True):
            st.metric(game_name(key), text("count.games", count=int(of_game["games"].sum())))
            by_status = ", ".join(
                f"{row['games']:,} {status_name(row['status'])}"
                for row in of_game.iter_rows(named=True)
            )
            st.caption(text("totals.line", moves=int(of_game["moves"].sum()), statuses=by_status))
