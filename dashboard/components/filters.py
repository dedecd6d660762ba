"""The filters that all pages share; each is a widget whose value lives in the page's address."""

from dataclasses import dataclass, replace
from datetime import date

import polars as pl
import streamlit as st

from dashboard import loaders
from dashboard.components.address import choose_date, choose_one, choose_several
from dashboard.naming import game_name, seat_name, status_name
from dashboard.texts import text, word
from data.filters import Filters, Grouping, Outcome
from engine.core.registry import game_keys

SMALL_SAMPLE = 30
"""Under so many games a number is shown with a warning."""


def played_games() -> list[str]:
    """The games that the store has, the most frequent first."""
    totals = loaders.totals()
    if totals.is_empty():
        return []
    counted = (
        totals.group_by("game")
        .agg(pl.col("games").sum())
        .sort(["games", "game"], descending=[True, False])
    )
    known = game_keys()
    return [key for key in counted["game"].to_list() if key in known]


def choose_game(*, required: bool) -> str | None:
    """Which game the page is about; with `required` the most frequent one unless chosen."""
    keys = played_games()
    chosen = choose_one(
        st.sidebar.pills, text("filter.game"), sorted(keys), key="game", format_func=game_name
    )
    if chosen is not None or not required:
        return None if chosen is None else str(chosen)
    return keys[0] if keys else None


def choose_filters(game: str | None) -> Filters:
    """The seats and games that the page is about."""
    offered = loaders.choices(game)
    names = loaders.names(game)["name"].to_list()
    with st.sidebar:
        chosen_names = _names(text("filter.names"), "names", names, text("filter.names_help"))
        outcome = choose_one(
            st.pills,
            text("filter.outcome"),
            [Outcome.WON.value, Outcome.LOST.value],
            key="outcome",
            format_func=lambda value: word("", "outcome", value),
        )
        seats = choose_several(
            st.pills,
            text("filter.seats"),
            sorted(int(value) for value in _values(offered, "seat")),
            key="seats",
            format_func=seat_name,
            selection_mode="multi",
        )
        players = choose_several(
            st.pills,
            text("filter.players"),
            sorted(int(value) for value in _values(offered, "players")),
            key="players",
            format_func=str,
            selection_mode="multi",
        )
        with st.expander(text("filter.more")):
            opponents = _names(
                text("filter.opponents"), "opponents", names, text("filter.opponents_help")
            )
            unusual = _unusual_statuses(offered)
            sources = _several(text("filter.sources"), "sources", _values(offered, "source"))
            boards = _several(text("filter.boards"), "boards", _values(offered, "board"))
            first, last = _dates(offered)
    return Filters(
        game=game,
        names=tuple(chosen_names),
        opponents=tuple(opponents),
        seats=tuple(seats),
        players=tuple(players),
        outcome=Outcome(outcome) if outcome else Outcome.ANY,
        statuses=("verified", *unusual),
        sources=tuple(sources),
        boards=tuple(boards),
        date_from=first,
        date_to=last,
    )


def choose_grouping(*, default: Grouping, offered: tuple[Grouping, ...]) -> Grouping:
    """What the seats are compared by."""
    chosen = choose_one(
        st.selectbox,
        text("filter.by"),
        [by.value for by in offered],
        key="by",
        default=default.value,
        format_func=lambda by: word("", "by", by),
    )
    return Grouping(chosen)


def _values(offered: pl.DataFrame, field: str) -> list[str]:
    return [str(value) for value in offered.filter(pl.col("field") == field)["value"].to_list()]


def _names(label: str, key: str, names: list[str], help_text: str) -> list[str]:
    """Names to choose from; with many players only the most frequent are offered, any is taken."""
    return choose_several(
        st.multiselect,
        label,
        names,
        key=key,
        anything=True,
        help=help_text,
        placeholder=text("filter.everybody"),
        accept_new_options=True,
    )


def _several(label: str, key: str, values: list[str]) -> list[str]:
    if len(values) < 2:
        return []
    return choose_several(st.multiselect, label, values, key=key, placeholder=text("filter.all"))


def _unusual_statuses(offered: pl.DataFrame) -> list[str]:
    """Games that are not verified count only when asked for."""
    unusual = sorted(status for status in _values(offered, "status") if status != "verified")
    if not unusual:
        return []
    return choose_several(
        st.multiselect,
        text("filter.statuses"),
        unusual,
        key="status",
        format_func=status_name,
        help=text("filter.statuses_help"),
        placeholder=text("filter.only_verified"),
    )


def _dates(offered: pl.DataFrame) -> tuple[date | None, date | None]:
    known = [*_values(offered, "date_from"), *_values(offered, "date_to")]
    if not known:
        return None, None
    earliest, latest = date.fromisoformat(min(known)), date.fromisoformat(max(known))
    bounds = {"earliest": earliest, "latest": latest}
    return (
        choose_date(st.date_input, text("filter.from"), key="from", **bounds),
        choose_date(st.date_input, text("filter.to"), key="to", **bounds),
    )


@dataclass(frozen=True, slots=True)
class Sample:
    """How much the numbers of a page rest on."""

    games: int
    unverified: int


def tell_sample(filters: Filters) -> Sample:
    """Say how many games pass, and warn where they are few; stops the page where there are none."""
    sample = Sample(
        games=loaders.count_games(filters),
        unverified=loaders.count_games(replace(filters, statuses=())),
    )
    if sample.games == 0:
        st.info(text("sample.none" if sample.unverified == 0 else "sample.only_unverified"))
        st.stop()
    left_out = sample.unverified - sample.games
    line = text("sample.games", count=sample.games)
    if left_out:
        line += text("sample.left_out", count=left_out)
    st.caption(line)
    if sample.games < SMALL_SAMPLE:
        st.warning(
            text("sample.small", count=sample.games, least=SMALL_SAMPLE), icon=":material/info:"
        )
    return sample
