"""What turns are spent on, and how often, when and how much of everything happens."""

import polars as pl
import streamlit as st

from dashboard import loaders
from dashboard.charts import bars
from dashboard.components.address import choose_one
from dashboard.components.downloads import show_chart
from dashboard.naming import what_name
from dashboard.texts import catalogue, plain_words, text, word
from data.filters import Filters, Grouping
from engine.core.registry import find_game


def show_events(game: str, filters: Filters, by: Grouping, groups: dict[str, str]) -> None:
    _show_actions(game, filters, by, groups)
    _show_kind(game, filters, by, groups)


def _show_actions(game: str, filters: Filters, by: Grouping, groups: dict[str, str]) -> None:
    actions = loaders.actions(filters, by).filter(pl.col("grouping").is_in(list(groups)))
    if actions.is_empty():
        return
    st.subheader(text("events.actions"))
    frequent = actions.group_by("action").agg(pl.col("moves").sum())
    order = frequent.sort(["moves", "action"], descending=[True, False])["action"].to_list()
    show_chart(
        bars.actions(actions, groups, {action: word(game, "move", action) for action in order}),
        actions,
        key="chart-actions",
        alt=text("events.actions"),
    )


def _show_kind(game: str, filters: Filters, by: Grouping, groups: dict[str, str]) -> None:
    """One kind of effect in numbers; kinds that the game has given no name are not offered."""
    kinds = [kind for kind in find_game(game).effect_kinds if f"{game}.kind.{kind}" in catalogue()]
    if not kinds:
        return
    kind = choose_one(
        st.selectbox,
        text("events.which"),
        kinds,
        key="event",
        default=kinds[0],
        format_func=lambda name: word(game, "kind", name),
    )
    frame = loaders.effects_by_what(kind, filters, by)
    frame = pl.concat([frame.filter(pl.col("grouping") == group) for group in groups])
    if frame.is_empty():
        st.info(text("events.none"))
        return
    table = pl.DataFrame(
        {
            text("results.group"): [groups[value] for value in frame["grouping"].to_list()],
            text("events.what"): [
                what_name(game, kind, what) if what else "" for what in frame["what"].to_list()
            ],
            text("events.cause"): [
                word(game, "cause", cause) if cause else "" for cause in frame["cause"].to_list()
            ],
            text("events.rows"): frame["rows"],
            text("events.per_game"): frame["rows"] / frame["selected"],
            text("events.amount"): frame["amount"] / frame["rows"],
            text("events.turn"): frame["mean_turn"],
            text("events.games"): frame["games"],
        }
    )
    worded = (text("events.what"), text("events.cause"))
    empty = [name for name in worded if not any(table[name].to_list())]
    if len(groups) == 1:
        empty.append(text("results.group"))
    if not any(frame["amount"].to_list()):
        empty.append(text("events.amount"))
    two_places = st.column_config.NumberColumn(format="%.2f")
    st.dataframe(
        table.drop(empty),
        hide_index=True,
        column_config={
            text("events.per_game"): two_places,
            text("events.amount"): two_places,
            text("events.turn"): st.column_config.NumberColumn(format="%.1f"),
        },
        alt=plain_words(kind),
    )
