"""How points grow: a median and its band for each group, then source by source."""

import polars as pl
import streamlit as st

from dashboard import loaders
from dashboard.charts import curves
from dashboard.components.downloads import show_chart
from dashboard.components.filters import choose_filters, choose_game, choose_grouping, tell_sample
from dashboard.components.groups import GROUPINGS, shown_groups
from dashboard.components.messages import stop_if_empty
from dashboard.naming import game_name
from dashboard.texts import text, word
from data.filters import Filters, Grouping
from engine.core.registry import find_game


def show_curves() -> None:
    stop_if_empty()
    game = choose_game(required=True)
    if game is None:
        return
    filters = choose_filters(game)
    heading, by_column = st.columns([3, 1], vertical_alignment="bottom")
    heading.title(text("curves.title", game=game_name(game)))
    with by_column:
        by = choose_grouping(default=Grouping.NOTHING, offered=GROUPINGS)
    tell_sample(filters)
    results = loaders.results(filters, by)
    groups = shown_groups(game, by, results)
    _show_totals(filters, by, groups)
    _show_sources(game, filters, by, groups)
    _show_results(results, groups)


def _show_totals(filters: Filters, by: Grouping, groups: dict[str, str]) -> None:
    frame = loaders.score_bands(filters, by, split_sources=False)
    if frame.is_empty():
        st.info(text("curves.nobody_scored"))
        return
    show_chart(curves.bands(frame, groups), frame, key="chart-bands", alt=text("curves.bands_alt"))
    st.caption(text("curves.explained"))


def _show_sources(game: str, filters: Filters, by: Grouping, groups: dict[str, str]) -> None:
    names = {source: word(game, "what", source) for source in find_game(game).score_sources}
    if len(names) < 2:
        return
    st.subheader(text("curves.by_source"))
    frame = loaders.score_bands(filters, by, split_sources=True)
    show_chart(
        curves.sources(frame, groups, names),
        frame,
        key="chart-sources",
        alt=text("curves.by_source"),
    )


def _show_results(results: pl.DataFrame, groups: dict[str, str]) -> None:
    st.subheader(text("curves.results"))
    chosen = results.filter(pl.col("grouping").is_in(list(groups)))
    st.dataframe(
        pl.DataFrame(
            {
                text("results.group"): [groups[value] for value in chosen["grouping"].to_list()],
                text("results.games"): chosen["games"],
                text("results.won"): chosen["won"],
                text("results.rate"): chosen["rate"] * 100,
                text("results.low"): chosen["low"] * 100,
                text("results.high"): chosen["high"] * 100,
                text("results.score"): chosen["mean_score"],
                text("results.place"): chosen["mean_place"],
                text("results.rounds"): chosen["mean_rounds"],
            }
        ),
        hide_index=True,
        column_config={
            text("results.rate"): st.column_config.ProgressColumn(
                format="%.0f %%", min_value=0, max_value=100
            ),
            text("results.low"): st.column_config.NumberColumn(format="%.0f %%"),
            text("results.high"): st.column_config.NumberColumn(format="%.0f %%"),
            text("results.score"): st.column_config.NumberColumn(format="%.1f"),
            text("results.place"): st.column_config.NumberColumn(format="%.2f"),
            text("results.rounds"): st.column_config.NumberColumn(format="%.1f"),
        },
        alt=text("curves.results"),
    )
