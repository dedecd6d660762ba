"""Figures from frames: what Plotly takes, and every number where it belongs."""

from typing import Any

import plotly.graph_objects as go
import polars as pl
import pytest

from dashboard.charts import bars, curves, hexes, rates
from dashboard.charts.figure import Figure, faint
from tests.dashboard.conftest import HOSTILE_NAMES


def texts_in(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for inner in value.values() for text in texts_in(inner)]
    if isinstance(value, list | tuple):
        return [text for inner in value for text in texts_in(inner)]
    return [value] if isinstance(value, str) else []


def checked(figure: Figure) -> Figure:
    """Plotly itself looks at every property."""
    go.Figure(**figure)
    return figure


def trace(figure: Figure, name: str) -> dict[str, Any]:
    return next(each for each in figure["data"] if each.get("name") == name)


CURVE = pl.DataFrame(
    {
        "seat": [0, 0, 0, 0, 1, 1],
        "source": ["plot", "plot", "panda", "panda", "plot", "plot"],
        "turn": [0, 1, 0, 1, 0, 1],
        "points": [0, 3, 0, 5, 0, 4],
    }
)


def test_a_game_curve_adds_up_the_sources() -> None:
    figure = checked(curves.game_curve(CURVE, ["Ann", "Bob"], str.title, at_turn=1))
    assert trace(figure, "Ann")["y"] == [0, 8]
    assert trace(figure, "Bob")["y"] == [0, 4]
    assert figure["layout"]["shapes"][0]["x0"] == 1


def test_a_game_curve_can_be_split_by_source() -> None:
    figure = checked(curves.game_curve(CURVE, ["Ann", "Bob"], str.title, split=True))
    assert trace(figure, "Ann: Plot")["y"] == [0, 3]
    assert trace(figure, "Ann: Panda")["y"] == [0, 5]
    assert trace(figure, "Bob: Plot")["y"] == [0, 4]


def bands_frame(groups: list[str], rounds: int = 4) -> pl.DataFrame:
    return pl.DataFrame(
        [
            {
                "grouping": group,
                "source": "",
                "round": number,
                "p10": number,
                "q25": number + 1.0,
                "median": number + 2.0,
                "q75": number + 3.0,
                "p90": number + 4.0,
                "n": 40,
                "running": 40 if number < 3 else 1,
            }
            for group in groups
            for number in range(rounds)
        ]
    )


def test_bands_show_the_median_and_the_middle_half_with_n() -> None:
    figure = checked(curves.bands(bands_frame(["0"]), {"0": "Seat 1"}))
    assert trace(figure, "Seat 1 (n = 40 seats)")["y"] == [2.0, 3.0, 4.0]
    band = trace(figure, "Seat 1")
    assert band["y"] == [3.0, 4.0, 5.0, 3.0, 2.0, 1.0]
    assert band["fill"] == "toself"


def test_the_axis_ends_where_hardly_anybody_still_plays() -> None:
    frame = bands_frame(["0"])
    assert curves.last_common_round(frame) == 2
    assert curves.bands(frame, {"0": "Seat 1"})["layout"]["xaxis"]["range"] == [0, 2]


def test_bands_of_many_groups_are_left_out_and_medians_kept() -> None:
    names = {str(number): f"Player {number}" for number in range(curves.MOST_BANDS + 1)}
    figure = checked(curves.bands(bands_frame(list(names)), names))
    assert len(figure["data"]) == len(names)


def test_each_source_has_a_chart_of_its_own_on_one_scale() -> None:
    frame = pl.concat(
        bands_frame(["won", "lost"]).with_columns(source=pl.lit(source))
        for source in ("plot", "panda")
    )
    figure = checked(
        curves.sources(frame, {"won": "Winners", "lost": "Others"}, {"plot": "P", "panda": "Q"})
    )
    axes = {each["xaxis"] for each in figure["data"]}
    assert axes == {"x", "x2"}
    assert figure["layout"]["yaxis2"]["matches"] == "y"
    assert [each["text"] for each in figure["layout"]["annotations"]] == ["P", "Q"]


def rates_frame(groups: list[str], names: list[str]) -> pl.DataFrame:
    return pl.DataFrame(
        [
            {
                "grouping": group,
                "name": name,
                "paint": "green",
                "drawn": 10,
                "completed": 4,
                "rate": 0.4,
                "low": 0.17,
                "high": 0.69,
            }
            for group in groups
            for name in names
        ]
    )


def test_rates_have_their_interval_and_their_n() -> None:
    figure = checked(rates.rates(rates_frame([""], ["A", "B"]), {"": "All"}, {"green": "#00ff00"}))
    (dots,) = figure["data"]
    assert dots["x"] == [0.4, 0.4]
    assert dots["error_x"]["array"] == pytest.approx([0.29, 0.29])
    assert dots["error_x"]["arrayminus"] == pytest.approx([0.23, 0.23])
    assert dots["marker"]["color"] == ["#00ff00", "#00ff00"]
    assert all("n=10" in label for label in figure["layout"]["yaxis"]["ticktext"])
    assert dots["y"] == [1, 0]


def test_groups_of_a_rate_stand_beside_each_other() -> None:
    figure = checked(
        rates.rates(rates_frame(["won", "lost"], ["A"]), {"won": "W", "lost": "L"}, {})
    )
    one, other = (each["y"][0] for each in figure["data"])
    assert one > other
    assert abs(one - other) < 0.7


def heat_frame(rows: list[tuple[int, int, int | None, int | None, float]]) -> pl.DataFrame:
    return pl.DataFrame(
        rows,
        schema={
            "q": pl.Int64,
            "r": pl.Int64,
            "other_q": pl.Int64,
            "other_r": pl.Int64,
            "shown": pl.Float64,
        },
        orient="row",
    )


def heat(frame: pl.DataFrame, **how: Any) -> Figure:
    return checked(
        hexes.heatmap(
            frame,
            value_name="per game",
            hover=lambda row: f"{row['q']},{row['r']}: {row['shown']}",
            cell_name=lambda q, r: f"{q},{r}",
            backdrop=[(0, 0), (1, 0), (5, 5)],
            top=2.0,
            **how,
        )
    )


def fills(figure: Figure) -> dict[str, int]:
    """How many cells of each colour are drawn."""
    return {
        each["fillcolor"]: each["x"].count(None) for each in figure["data"] if "fillcolor" in each
    }


def test_cells_are_shaded_by_their_value_and_the_rest_of_the_board_is_empty() -> None:
    figure = heat(heat_frame([(0, 0, None, None, 2.0), (1, 0, None, None, 0.0)]))
    assert fills(figure) == {hexes.EMPTY: 1, hexes.SHADES[-1]: 1, hexes.SHADES[0]: 1}
    labels = figure["data"][-1]
    assert labels["text"] == ["0,0", "1,0"]
    assert labels["hovertext"] == ["0,0: 2.0", "1,0: 0.0"]
    assert (labels["marker"]["cmin"], labels["marker"]["cmax"]) == (0.0, 2.0)


def test_edges_are_drawn_on_the_side_between_their_cells() -> None:
    figure = heat(heat_frame([(0, 0, 1, 0, 1.0)]))
    line = next(each for each in figure["data"] if "fillcolor" not in each and None in each["x"])
    xs, ys = line["x"][:2], line["y"][:2]
    assert xs == [0.5, 0.5]
    assert sorted(ys) == pytest.approx([-0.289, 0.289])


def test_neighbours_are_one_apart() -> None:
    for q, r in ((1, 0), (0, 1), (-1, 1)):
        x, y = hexes.centre(q, r)
        assert x * x + y * y == pytest.approx(1.0)


def test_labels_that_would_run_together_are_left_out() -> None:
    wide = heat_frame([(q, 0, None, None, 1.0) for q in range(60)])
    assert heat(wide)["data"][-1]["mode"] == "markers"


ACTIONS = pl.DataFrame(
    {
        "grouping": ["won", "won", "lost"],
        "action": ["panda", "card", "panda"],
        "moves": [30, 10, 20],
        "share": [0.75, 0.25, 1.0],
        "per_game": [3.0, 1.0, 2.0],
    }
)


def test_actions_have_a_bar_for_each_group() -> None:
    figure = checked(
        bars.actions(ACTIONS, {"won": "W", "lost": "L"}, {"panda": "Panda", "card": "Card"})
    )
    assert trace(figure, "W")["y"] == ["Card", "Panda"]
    assert trace(figure, "W")["x"] == [1.0, 3.0]
    assert trace(figure, "L")["x"] == [2.0]


def test_fates_are_shares_that_fill_the_row() -> None:
    frame = pl.DataFrame(
        {
            "what": ["a", "a", "b"],
            "fate": ["", "lost", "lost"],
            "rows": [1, 3, 2],
        }
    )
    figure = checked(
        bars.fates(frame, {"a": "A", "b": "B", "c": "C"}, {"": "done", "lost": "lost"})
    )
    assert trace(figure, "done")["y"] == ["B", "A"]
    assert trace(figure, "done")["x"] == [0.0, 0.25]
    assert trace(figure, "lost")["x"] == [1.0, 0.75]


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_names_never_become_markup_in_a_chart(name: str) -> None:
    figures = [
        curves.game_curve(CURVE, [name, name], str.title, split=True),
        curves.bands(bands_frame(["x"]), {"x": name}),
        curves.sources(bands_frame(["x"]), {"x": name}, {"": name}),
        rates.rates(rates_frame([name], [name]), {name: name}, {}),
        bars.actions(ACTIONS, {"won": name}, {"panda": name, "card": name}),
    ]
    allowed = ("<b>%{", "<br>", "<extra>", "<span style")
    for figure in figures:
        for text in texts_in(checked(figure)):
            for part in text.split("<")[1:]:
                markup = f"<{part}"
                assert markup.startswith((*allowed, "</b>", "</extra>", "</span>")), text


def test_a_faint_colour_is_the_same_colour() -> None:
    assert faint("#0a141e", 0.5) == "rgba(10,20,30,0.5)"
