"""Mistakes across games: found by filters, counted by kind and player, each a link to its ply."""

from dataclasses import replace

import polars as pl
import streamlit as st

from dashboard import loaders
from dashboard.charts import value
from dashboard.components.address import (
    choose_one,
    choose_page,
    choose_several,
    choose_switch,
)
from dashboard.components.downloads import show_chart
from dashboard.components.filters import choose_filters, choose_game, played_games, tell_sample
from dashboard.components.groups import shown_groups
from dashboard.components.messages import stop_if_empty
from dashboard.components.queue_view import show_queue
from dashboard.naming import game_name, group_name, player_name, seat_name
from dashboard.texts import text, word
from dashboard.verdicts import LABELLED, label_mark, label_name
from data import reviews
from data.filters import Filters, Grouping
from engine.analysis.decisions import DEPTHS, QUICK
from engine.analysis.judgement import Label

PAGE_SIZE = 50
LEAST = (0, 5, 10, 15, 20, 30, 50)
"""Losses to choose from, in points of 100."""


def show_mistakes() -> None:
    stop_if_empty()
    game = choose_game(required=False)
    filters = choose_filters(game)
    st.title(text("mistakes.title"))
    if game is None:
        played = played_games()
        game = played[0] if len(played) == 1 else None
    sample = tell_sample(filters)
    counted = loaders.review_rates(filters, Grouping.NOTHING)
    if counted.is_empty():
        st.info(text("mistakes.unreviewed", games=sample.games), icon=":material/query_stats:")
    else:
        row = counted.row(0, named=True)
        st.caption(
            text(
                "mistakes.reviewed",
                reviewed=f"{row['games']:,}",
                games=f"{sample.games:,}",
                decisions=f"{row['decisions']:,}",
            )
        )
    _offer_reviews(filters, some=not counted.is_empty())
    show_queue()
    if counted.is_empty():
        return
    _list(game, filters)
    _where(game, filters)
    _players(filters)


def _offer_reviews(filters: Filters, *, some: bool) -> None:
    """Buttons that put the games selected into the queue, as far as they are not in it."""
    queue = reviews.queue(loaders.store()).filter(pl.col("failed").is_null())
    missing = {depth: loaders.unreviewed(filters, depth) for depth in DEPTHS}
    deeper = set.intersection(*(set(ids) for ids in missing.values()))
    wanted = {
        # Who has been reviewed deeply needs no quick review.
        depth: [game_id for game_id in ids if depth != QUICK.name or game_id in deeper]
        for depth, ids in missing.items()
    }
    with st.container(horizontal=True):
        for depth, ids in wanted.items():
            waiting = set(queue.filter(pl.col("depth") == depth)["game_id"].to_list())
            left = [game_id for game_id in ids if game_id not in waiting]
            if not left:
                continue
            count = f"{len(left):,}"
            if depth != QUICK.name:
                label = text("mistakes.queue_deep", count=count)
            else:
                label = text("mistakes.queue_rest" if some else "mistakes.queue_quick", count=count)
            st.button(
                label,
                key=f"queue-{depth}",
                icon=":material/playlist_add:",
                help=None if depth == QUICK.name else text("review.deep_help"),
                on_click=loaders.reviewer().add,
                args=(left, depth),
            )


def _list(game: str | None, filters: Filters) -> None:
    """The decisions looked for, dearest first."""
    what, when = st.columns([5, 4], vertical_alignment="bottom")
    labels = choose_several(
        what.pills,
        text("mistakes.labels"),
        [str(label) for label in (*reversed(LABELLED), Label.CLOSE)],
        key="labels",
        format_func=label_mark,
        selection_mode="multi",
        wrap=True,
    )
    phases = choose_several(
        when.pills,
        text("mistakes.phases"),
        reviews.PHASES,
        key="phases",
        format_func=lambda phase: word("", "phase", phase),
        selection_mode="multi",
        wrap=True,
    )
    kinds = [] if game is None else _choose_kinds(game, filters)
    least_at, order_at, avoidable_at = st.columns([2, 2, 4], vertical_alignment="bottom")
    least = choose_one(
        least_at.selectbox,
        text("mistakes.least"),
        LEAST,
        key="least",
        default=LEAST[0],
        format_func=_least_name,
    )
    order = choose_one(
        order_at.selectbox,
        text("mistakes.order"),
        reviews.ORDERS,
        key="sort",
        default=reviews.ORDERS[0],
        format_func=lambda name: word("", "mistake_order", name),
    )
    avoidable = choose_switch(
        avoidable_at.toggle,
        text("mistakes.avoidable"),
        key="avoidable",
        help=text("mistakes.avoidable_help"),
    )
    _table(filters, labels or list(LABELLED), kinds, phases, least, order, avoidable=avoidable)


def _least_name(points: int) -> str:
    return text("mistakes.least_points", points=points) if points else text("mistakes.any_loss")


def _choose_kinds(game: str, filters: Filters) -> list[str]:
    one_game = replace(filters, game=game)
    return choose_several(
        st.multiselect,
        text("mistakes.kinds"),
        loaders.losses_by(one_game, "action")["part"].to_list(),
        key="kinds",
        format_func=lambda action: word(game, "move", action),
        placeholder=text("filter.all"),
    )


def _table(
    filters: Filters,
    labels: list[str],
    kinds: list[str],
    phases: list[str],
    least: int,
    order: str,
    *,
    avoidable: bool,
) -> None:
    place = st.container()
    foot = st.container(horizontal=True, horizontal_alignment="distribute")

    def found(page: int) -> pl.DataFrame:
        return loaders.mistakes(
            filters,
            labels=tuple(labels),
            actions=tuple(kinds),
            phases=tuple(phases),
            only_avoidable=avoidable,
            least_loss=least / 100,
            order=order,
            limit=PAGE_SIZE,
            offset=(page - 1) * PAGE_SIZE,
        )

    first = found(1)
    if first.is_empty():
        st.info(text("mistakes.none"))
        return
    count = int(first["total"][0])
    with foot:
        st.caption(text("mistakes.count", count=f"{count:,}"))
        page = choose_page(-(-count // PAGE_SIZE), key="sheet")
    with place:
        _rows(found(page))


def _rows(frame: pl.DataFrame) -> None:
    rows = list(frame.iter_rows(named=True))
    shown = pl.DataFrame(
        {
            text("mistakes.label"): [label_mark(row["label"]) for row in rows],
            text("mistakes.loss"): [100 * row["loss"] for row in rows],
            text("mistakes.low"): [100 * row["low"] for row in rows],
            text("mistakes.high"): [100 * row["high"] for row in rows],
            text("mistakes.samples"): [None if row["exact"] else row["samples"] for row in rows],
            text("mistakes.exact"): ["✓" if row["exact"] else None for row in rows],
            text("mistakes.player"): [player_name(row["name"], row["seat"]) for row in rows],
            text("mistakes.game"): [f"{game_name(row['game'])} #{row['game_id']}" for row in rows],
            text("mistakes.turn"): [row["turn"] for row in rows],
            text("mistakes.kind"): [word(row["game"], "move", row["action"]) for row in rows],
            text("mistakes.played"): [row["played"] for row in rows],
            text("mistakes.better"): [row["best"] for row in rows],
            text("mistakes.link"): [
                f"game?id={row['game_id']}&ply={row['ply'] + 1}" for row in rows
            ],
            text("mistakes.is_avoidable"): ["✓" if row["avoidable"] else None for row in rows],
            text("mistakes.gained"): [
                None if row["gained_by"] is None else seat_name(row["gained_by"]) for row in rows
            ],
            text("mistakes.punished"): [_kept(row["punished"]) for row in rows],
            text("mistakes.phase"): [word("", "phase", row["phase"]) for row in rows],
            text("mistakes.date"): [row["date"] for row in rows],
        }
    )
    filled = [name for name in shown.columns if shown[name].is_not_null().any()]
    number = st.column_config.NumberColumn(format="%.1f", width=70)
    picked = st.dataframe(
        shown.select(filled),
        hide_index=True,
        placeholder="",
        on_select="rerun",
        selection_mode="single-row",
        column_config={
            text("mistakes.loss"): number,
            text("mistakes.low"): number,
            text("mistakes.high"): number,
            text("mistakes.link"): st.column_config.LinkColumn(display_text=text("mistakes.link")),
        },
        key="picked_mistake",
        height=min(35 * (len(shown) + 1) + 3, 560),
        alt=text("mistakes.table"),
    )
    st.caption(text("mistakes.open_hint"))
    chosen = picked.selection.rows
    if chosen and chosen[0] < len(rows):
        row = rows[chosen[0]]
        where = {"id": str(row["game_id"]), "ply": str(row["ply"] + 1)}
        st.switch_page("app_pages/game.py", query_params=where)


def _kept(punished: bool | None) -> str | None:
    return None if punished is None else "✓" if punished else "–"


def _where(game: str | None, filters: Filters) -> None:
    """Charts of where loss comes from."""
    st.subheader(text("mistakes.where"))
    left, right = st.columns(2)
    with left:
        st.markdown(f"**{text('mistakes.by_kind')}**")
        if game is None:
            st.caption(text("mistakes.one_game"))
        else:
            shares = loaders.losses_by(filters, "action")
            show_chart(
                value.loss_shares(shares, lambda part: word(game, "move", part)),
                shares,
                key="chart-loss-action",
                alt=text("mistakes.by_kind"),
            )
    with right:
        st.markdown(f"**{text('mistakes.by_phase')}**")
        phases = loaders.losses_by(filters, "phase")
        show_chart(
            value.loss_shares(phases, lambda part: word("", "phase", part)),
            phases,
            key="chart-loss-phase",
            alt=text("mistakes.by_phase"),
        )


def _players(filters: Filters) -> None:
    st.subheader(text("mistakes.players"))
    rates = loaders.review_rates(filters, Grouping.PLAYER)
    groups = shown_groups(filters.game or "", Grouping.PLAYER, rates)
    rows = [row for row in rates.iter_rows(named=True) if row["grouping"] in groups]
    rows.sort(key=lambda row: list(groups).index(row["grouping"]))
    numbers = {
        text("mistakes.luck"): "mean_luck",
        text("mistakes.result"): "mean_result",
    }
    table = pl.DataFrame(
        [
            {
                text("mistakes.player"): group_name("", Grouping.PLAYER, row["grouping"]),
                **{
                    text("mistakes.per_hundred", label=label_name(label)): 100
                    * row[column]
                    / row["decisions"]
                    for label, column in COUNTED.items()
                },
                text("mistakes.mean_loss"): value.mean_with_error(row["mean_loss"], row["error"]),
                **{
                    name: None if row[column] is None else 100 * row[column]
                    for name, column in numbers.items()
                },
                text("mistakes.adjusted"): None
                if row["mean_luck_adjusted"] is None
                else value.mean_with_error(
                    row["mean_luck_adjusted"], row["luck_adjusted_error"], digits=1
                ),
                text("mistakes.decisions"): row["decisions"],
                text("mistakes.games"): row["games"],
            }
            for row in rows
        ],
        infer_schema_length=None,
    )
    rounded = st.column_config.NumberColumn(format="%.1f")
    st.dataframe(
        table,
        hide_index=True,
        placeholder="",
        column_config={
            **dict.fromkeys(
                (text("mistakes.per_hundred", label=label_name(label)) for label in COUNTED),
                rounded,
            ),
            **dict.fromkeys(numbers, rounded),
        },
        alt=text("mistakes.players"),
    )
    st.caption(text("mistakes.players_explained"))


COUNTED = {
    Label.INACCURACY: "inaccuracies",
    Label.MISTAKE: "mistakes",
    Label.BLUNDER: "blunders",
}
"""The columns of `review_rates` that count labels."""
