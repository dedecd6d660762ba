"""Which groups of seats a chart shows, and what they are called."""

import polars as pl
import streamlit as st

from dashboard.naming import group_name
from dashboard.texts import text
from data.filters import Grouping

GROUPINGS = (
    Grouping.NOTHING,
    Grouping.PLAYER,
    Grouping.SEAT,
    Grouping.OUTCOME,
    Grouping.PLACE,
    Grouping.PLAYERS,
    Grouping.SOURCE,
    Grouping.BOARD,
)
MOST_GROUPS = 8
"""More curves than this cannot be told apart."""


def shown_groups(game: str, by: Grouping, counted: pl.DataFrame) -> dict[str, str]:
    """Value to name of the groups that are shown: those with the most games, in a natural order.

    `counted`: grouping, games. Says so where groups are left out.
    """
    frequent = counted.sort(["games", "grouping"], descending=[True, False])["grouping"].to_list()
    kept = frequent[:MOST_GROUPS]
    if len(frequent) > MOST_GROUPS:
        st.caption(text("group.most", shown=MOST_GROUPS, count=len(frequent)))
    if by not in {Grouping.PLAYER, Grouping.SOURCE, Grouping.BOARD}:
        kept = sorted(kept, reverse=by is Grouping.OUTCOME)
    return {value: group_name(game, by, value) for value in kept}
