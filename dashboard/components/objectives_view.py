"""Completion rates of objectives, and heatmaps of the board."""

from typing import Any

import polars as pl
import streamlit as st

from dashboard import loaders
from dashboard.boards import boards
from dashboard.charts import bars, hexes, rates
from dashboard.components.address import choose_one, choose_tab
from dashboard.components.downloads import offer, show_chart
from dashboard.components.events_view import show_events
from dashboard.components.filters import choose_filters, choose_game, choose_grouping, tell_sample
from dashboard.components.groups import GROUPINGS, shown_groups
from dashboard.components.messages import stop_if_empty
from dashboard.naming import game_name, markdown_text, objective_name, plotly_text
from dashboard.texts import text, word
from data.filters import Filters, Grouping
from engine.core.game import HeatmapLayer
from engine.core.registry import find_game
from engine.hex.axial import Cell, distance

LEVELS = ("objective", "group", "colour", "all")
MOST_MAPS = 4


def show_objectives_and_heatmaps() -> None:
    stop_if_empty()
    game = choose_game(required=True)
    if game is None:
        return
    filters = choose_filters(game)
    heading, by_column = st.columns([3, 1], vertical_alignment="bottom")
    heading.title(text("objectives.title", game=game_name(game)))
    with by_column:
        by = choose_grouping(default=Grouping.NOTHING, offered=GROUPINGS)
    tell_sample(filters)
    groups = shown_groups(game, by, loaders.results(filters, by))
    views = {
        "rates": text("objectives.rates"),
        "heatmaps": text("heatmaps.title"),
        "events": text("events.title"),
    }
    shows = {"rates": _show_rates, "heatmaps": _show_heatmaps, "events": show_events}
    for name, tab in choose_tab(views, key="view").items():
        if tab.open:
            with tab:
                shows[name](game, filters, by, groups)


# Completion rates


def _show_rates(game: str, filters: Filters, by: Grouping, groups: dict[str, str]) -> None:
    coloured = any(objective.colour for objective in find_game(game).objectives)
    level = choose_one(
        st.segmented_control,
        text("rates.level"),
        [level for level in LEVELS if coloured or level != "colour"],
        key="level",
        default="objective",
        required=True,
        format_func=lambda name: word("", "level", name),
    )
    frame = loaders.objective_rates(filters, by, level=level)
    frame = frame.filter(pl.col("grouping").is_in(list(groups)))
    if frame.is_empty():
        st.info(text("rates.none"))
        return
    named = frame.with_columns(
        pl.Series("name", [_name(game, row) for row in frame.iter_rows(named=True)]),
        pl.Series("paint", [_paint(row) for row in frame.iter_rows(named=True)]),
        pl.Series("kind", _kind_order(game, frame)),
    )
    if len(groups) == 1:
        named = named.sort(["kind", "rate"], descending=[False, True])
    else:
        named = named.sort(["kind", "objective"])
    show_chart(
        rates.rates(named, groups, _dot_colours(game)),
        named,
        key="chart-rates",
        alt=text("objectives.rates"),
    )
    st.caption(text("rates.explained"))
    if level == "objective":
        _show_fates(game, filters)
    _show_rate_table(named, groups)


def _show_fates(game: str, filters: Filters) -> None:
    """Where objectives can be missed in more than one way: how much of each."""
    together = Grouping.NOTHING
    missed = loaders.effects_by_what("objective_missed", filters, together)
    causes = missed["cause"].unique(maintain_order=True).sort(descending=True).to_list()
    if len(causes) < 2:
        return
    done = loaders.effects_by_what("objective_completed", filters, together)
    counted = pl.concat([done.with_columns(pl.lit("").alias("cause")), missed])
    frame = counted.group_by("what", pl.col("cause").alias("fate")).agg(pl.col("rows").sum())
    keys = [each.key for each in find_game(game).objectives]
    st.subheader(text("fates.title"))
    show_chart(
        bars.fates(
            frame,
            {key: objective_name(game, key) for key in keys},
            {"": text("objectives.done")} | {each: word(game, "missed", each) for each in causes},
        ),
        frame,
        key="chart-fates",
        alt=text("fates.title"),
    )


def _kind_order(game: str, frame: pl.DataFrame) -> list[int]:
    """The place of each row's kind in the game's own order, so that kinds stand together."""
    order = list(dict.fromkeys(each.group for each in find_game(game).objectives))
    kinds = frame["objective_group"].to_list()
    return [order.index(kind) if kind in order else -1 for kind in kinds]


def _name(game: str, row: dict[str, Any]) -> str:
    if row["objective"]:
        return objective_name(game, row["objective"])
    if row["objective_group"]:
        return word(game, "group", row["objective_group"])
    if row["colour"]:
        return word(game, "colour", row["colour"])
    return text("rates.everything")


def _paint(row: dict[str, Any]) -> str:
    return str(row["colour"] or row["objective_group"] or "")


def _dot_colours(game: str) -> dict[str, str]:
    """The board's own colours, so that green cards have green dots."""
    paints = boards()[game].look.paints
    return {name: paint["fill"] for name, paint in paints.items() if "fill" in paint}


def _show_rate_table(named: pl.DataFrame, groups: dict[str, str]) -> None:
    table = pl.DataFrame(
        {
            text("rates.group"): [groups[value] for value in named["grouping"].to_list()],
            text("rates.objective"): named["name"],
            text("rates.drawn"): named["drawn"],
            text("rates.completed"): named["completed"],
            text("rates.missed"): named["missed"],
            text("rates.rate"): named["rate"] * 100,
            text("rates.low"): named["low"] * 100,
            text("rates.high"): named["high"] * 100,
            text("rates.rounds"): named["median_rounds"],
            text("rates.points"): named["mean_points"],
            text("rates.games"): named["games"],
        }
    )
    if len(groups) == 1:
        table = table.drop(text("rates.group"))
    percent = st.column_config.NumberColumn(format="%.0f %%")
    with st.expander(text("rates.table")):
        st.dataframe(
            table,
            hide_index=True,
            column_config={
                text("rates.rate"): percent,
                text("rates.low"): percent,
                text("rates.high"): percent,
                text("rates.points"): st.column_config.NumberColumn(format="%.1f"),
            },
            alt=text("rates.table"),
        )
        offer(table, name="objectives", key="take-rates-table")


# Heatmaps


def _show_heatmaps(game: str, filters: Filters, by: Grouping, groups: dict[str, str]) -> None:
    layers = {layer.key: layer for layer in find_game(game).heatmap_layers}
    key = choose_one(
        st.pills,
        text("heatmaps.layer"),
        list(layers),
        key="layer",
        default=next(iter(layers)),
        required=True,
        format_func=lambda name: word(game, "layer", name),
    )
    layer = layers[key]
    frame = loaders.heatmap(layer, filters, by)
    frame = frame.filter(pl.col("grouping").is_in(list(groups)))
    if frame.is_empty():
        st.info(text("heatmaps.none"))
        return
    shown = frame.with_columns(
        (pl.col("value") if layer.weight == "turn" else pl.col("value") / pl.col("selected")).alias(
            "shown"
        )
    )
    present = [value for value in groups if value in set(shown["grouping"].to_list())]
    for start in range(0, min(len(present), MOST_MAPS), 2):
        for column, value in zip(
            st.columns(min(2, len(present))), present[start : start + 2], strict=False
        ):
            with column:
                _show_heatmap(game, layer, shown, value, groups[value], several=len(present) > 1)
    if len(present) > MOST_MAPS:
        st.caption(text("heatmaps.most", shown=MOST_MAPS, count=len(present)))
    st.caption(word(game, "heatmap", "note"))


def _show_heatmap(
    game: str, layer: HeatmapLayer, shown: pl.DataFrame, value: str, name: str, *, several: bool
) -> None:
    rows = shown.filter(pl.col("grouping") == value)
    if several:
        st.markdown(f"**{markdown_text(name)}**")
    board = boards()[game]
    cells = {(int(q), int(r)) for q, r in shown.select("q", "r").rows()}
    reach = max(distance(Cell(q, r), Cell(0, 0)) for q, r in cells)
    low, high = _scale(shown, layer)
    unit = word("", "weight", layer.weight)
    show_chart(
        hexes.heatmap(
            rows,
            value_name=unit,
            hover=lambda row: _hover(row, unit, lambda q, r: board.cell_name(q, r, reach)),
            cell_name=lambda q, r: board.cell_name(q, r, reach),
            backdrop=sorted({*cells, *board.backdrop(reach)}),
            bottom=low,
            top=high,
            height=430 if several else 560,
        ),
        rows,
        key=f"chart-map-{value}",
        alt=text("heatmaps.alt", layer=word(game, "layer", layer.key)),
    )
    st.caption(
        text(
            "heatmaps.count",
            rows=int(rows["rows"].sum()),
            games=int(rows["selected"].max() or 0),  # type: ignore[arg-type]
        )
    )


def _scale(shown: pl.DataFrame, layer: HeatmapLayer) -> tuple[float, float]:
    """One scale for all maps; amounts start at nothing, turns at the earliest."""
    values = shown["shown"]
    low = float(values.min()) if layer.weight == "turn" else 0.0  # type: ignore[arg-type]
    return low, float(values.max())  # type: ignore[arg-type]


def _hover(row: dict[str, Any], unit: str, name: Any) -> str:
    cells = name(row["q"], row["r"])
    if row["other_q"] is not None:
        cells = f"{cells} – {name(row['other_q'], row['other_r'])}"
    return text(
        "heatmaps.hover",
        cell=plotly_text(cells),
        value=row["shown"],
        unit=unit,
        rows=row["rows"],
        games=row["games"],
        selected=row["selected"],
    )
