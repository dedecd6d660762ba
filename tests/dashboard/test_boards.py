"""Frames of every ply of a sample of each game: complete, plain, and true to the position."""

from typing import Any

import msgspec
import pytest

from dashboard.boards import boards
from dashboard.boards.battle_sheep import reachable_land
from dashboard.boards.scene import SEAT_PAINTS, Board, Frame, Setting
from dashboard.boards.takenoko import open_places
from engine.core.registry import game_keys
from tests.dashboard.samples import (
    first_legal_moves,
    first_log,
    first_positions,
    games_with_samples,
)


def frames(game: str) -> list[Frame]:
    board = boards()[game]
    log, positions = first_log(game), first_positions(game)
    setting = board.setting(log)
    found = [board.frame(positions[0], None, None, setting)]
    for ply, move in enumerate(log.moves):
        found.append(board.frame(positions[ply + 1], move, positions[ply], setting))
    return found


def frame_of(game: str, position: dict[str, Any], names: tuple[str, ...] = ("Ann", "Bob")) -> Frame:
    board: Board = boards()[game]
    return board.frame(position, None, None, Setting(players=names))


def leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [leaf for inner in value.values() for leaf in leaves(inner)]
    if isinstance(value, list | tuple):
        return [leaf for inner in value for leaf in leaves(inner)]
    return [value]


def test_every_game_has_a_board_and_every_board_a_game() -> None:
    assert set(boards()) == set(game_keys())


@pytest.mark.parametrize("game", games_with_samples())
def test_frames_hold_no_nulls_which_would_be_lost_between_plies(game: str) -> None:
    for frame in frames(game):
        assert None not in leaves(msgspec.json.decode(msgspec.json.encode(frame)))


@pytest.mark.parametrize("game", games_with_samples())
def test_frames_name_only_paints_and_glyphs_that_the_look_has(game: str) -> None:
    look = boards()[game].look
    paints = set(look.paints) | set(SEAT_PAINTS)
    for frame in frames(game):
        for cell in frame["cells"].values():
            assert cell["fill"] in paints
            assert cell.get("ring", cell["fill"]) in paints
            assert cell.get("glyph") is None or cell["glyph"] in look.glyphs
        used = [*frame["edges"].values(), *frame["marks"].values(), *frame["arrows"].values()]
        used += [paint for layer in frame["layers"].values() for paint in layer.values()]
        assert set(used) <= paints
        for panel in frame["panels"].values():
            for row in panel["rows"]:
                for item in row["items"]:
                    assert item.get("paint") is None or item["paint"] in paints
                    assert item.get("glyph") is None or item["glyph"] in look.glyphs


@pytest.mark.parametrize("game", games_with_samples())
def test_layers_of_frames_are_announced_by_the_setting(game: str) -> None:
    announced = {layer["key"] for layer in boards()[game].setting(first_log(game)).layers}
    for frame in frames(game):
        assert set(frame["layers"]) <= announced


@pytest.mark.parametrize("game", games_with_samples())
def test_marks_and_arrows_lie_on_cells_of_the_board(game: str) -> None:
    marked = 0
    for frame in frames(game):
        for place in (*frame["marks"], *frame["arrows"]):
            marked += 1
            assert set(place.split()) <= set(frame["cells"])
    assert marked > 0


def test_takenoko_shows_every_plot_as_it_is() -> None:
    for frame, position in zip(frames("takenoko"), first_positions("takenoko"), strict=True):
        assert set(frame["cells"]) == {"0,0", *position["plots"]}
        for place, plot in position["plots"].items():
            cell = frame["cells"][place]
            assert cell["fill"] == plot["colour"]
            assert cell["ring"] == ("wet" if plot["irrigated"] else "dry")
            assert cell.get("bars", {"count": 0})["count"] == plot["bamboo"]
            assert cell.get("glyph") == plot["improvement"]
        assert set(frame["edges"]) == {" ".join(edge) for edge in position["channels"]}
        assert frame["pawns"]["panda"]["cell"] == position["panda"]
        assert frame["pawns"]["gardener"]["cell"] == position["gardener"]


def test_takenoko_shows_by_how_much_bamboo_changed() -> None:
    positions = first_positions("takenoko")
    shown = 0
    for ply, frame in enumerate(frames("takenoko")[1:], 1):
        for place, plot in positions[ply]["plots"].items():
            before = positions[ply - 1]["plots"].get(place, {"bamboo": 0})["bamboo"]
            change = frame["cells"][place].get("change", "0").replace("−", "-")
            assert int(change) == plot["bamboo"] - before
            shown += change != "0"
    assert shown > 0


def test_takenoko_open_places_are_beside_the_pond_or_beside_two_plots() -> None:
    around_pond = ["-1,0", "-1,1", "0,-1", "0,1", "1,-1", "1,0"]
    assert open_places([]) == around_pond
    after_one = open_places(["1,0"])
    assert after_one == [place for place in around_pond if place != "1,0"]
    assert set(open_places(["1,0", "0,1"])) == {*after_one, "1,1"} - {"0,1"}


def test_takenoko_open_places_are_those_where_the_rules_let_a_plot_be_laid() -> None:
    laying = 0
    for frame, moves in zip(frames("takenoko"), first_legal_moves("takenoko"), strict=True):
        places = {move.split()[2] for move in moves if move.startswith("lay ")}
        if places:
            laying += 1
            assert set(frame["layers"]["open"]) == places
    assert laying > 0


def test_takenoko_panels_hold_what_lies_before_each_player() -> None:
    for frame, position in zip(frames("takenoko"), first_positions("takenoko"), strict=True):
        for seat, player in enumerate(position["players"]):
            panel = frame["panels"][f"seat-{seat}"]
            assert panel["score"] == str(player["score"])
            assert panel["active"] == (position["to_move"] == seat)
            reserve, hand, completed = panel["rows"]
            assert [item["text"] for item in reserve["items"]][:4] == [
                *(str(player["bamboo"][colour]) for colour in ("green", "yellow", "pink")),
                str(player["channels"]),
            ]
            assert len(hand["items"]) == len(player["hand"])
            emperor = position["emperor"] == seat
            assert len(completed["items"]) == len(player["completed"]) + emperor


def test_battle_sheep_shows_each_stack_with_its_seat_and_number() -> None:
    for frame, position in zip(
        frames("battle_sheep"), first_positions("battle_sheep"), strict=True
    ):
        assert set(frame["cells"]) == set(position["cells"])
        for place, content in position["cells"].items():
            disc = frame["cells"][place].get("disc")
            if content is None:
                assert disc is None
            else:
                assert disc is not None
                assert (disc["paint"], disc["text"]) == (f"seat-{content[0]}", str(content[1]))


def test_battle_sheep_land_in_reach_ends_at_stacks_and_needs_a_stack_that_can_be_split() -> None:
    row: dict[str, Any] = {f"{q},0": None for q in range(6)}
    assert reachable_land(row | {"1,0": [0, 5], "4,0": [1, 3]}, 0) == {"0,0", "2,0", "3,0"}
    assert reachable_land(row | {"1,0": [0, 5], "4,0": [1, 3]}, 1) == {"2,0", "3,0", "5,0"}
    assert reachable_land(row | {"1,0": [0, 1]}, 0) == set()


def test_a_players_land_is_shaded_and_counted() -> None:
    row: dict[str, Any] = {f"{q},0": None for q in range(6)}
    cells = row | {"1,0": [0, 5], "4,0": [1, 3]}
    frame = frame_of(
        "battle_sheep", {"phase": "split", "to_move": 0, "cells": cells, "scores": [1, 1]}
    )
    assert set(frame["layers"]["reach-0"]) == {"0,0", "2,0", "3,0"}
    assert frame["panels"]["seat-0"]["rows"][2]["items"][0]["text"] == "3"
    assert frame["panels"]["seat-0"]["rows"][1]["items"][0]["text"] == "4 of 16"


def test_china_gold_shows_each_marker_where_its_label_stands() -> None:
    for frame, position in zip(frames("china_gold"), first_positions("china_gold"), strict=True):
        by_label = {cell["label"]: cell for cell in frame["cells"].values()}
        assert len(by_label) == 61
        for label in position["down"]:
            assert by_label[label]["disc"]["paint"] == "down"
        for label in position["up"]:
            assert by_label[label]["disc"]["paint"] == "up"
        for role in ("mountain", "river"):
            for label in position["taken"][role]:
                assert by_label[label]["fill"] == f"took-{role}"
    centre = frames("china_gold")[0]["cells"]["0,0"]
    assert centre["label"] == "e5"


def test_china_gold_says_who_is_nearer_to_each_marker_on_the_board() -> None:
    log, positions = first_log("china_gold"), first_positions("china_gold")
    board = log.setup["board"]
    for frame, position in zip(frames("china_gold"), positions, strict=True):
        down = set(position["down"])
        for label in (*position["down"], *position["up"]):
            mountain, river = (
                sum(cell in down for cell in area)
                for areas in (board["mountains"], board["rivers"])
                for area in areas
                if label in area
            )
            place = next(key for key, cell in frame["cells"].items() if cell["label"] == label)
            wanted = (
                "contested"
                if mountain == river
                else "near-mountain"
                if mountain < river
                else "near-river"
            )
            assert frame["layers"]["contest"][place] == wanted


def test_a_synthetic_board_is_called_synthetic() -> None:
    assert "synthetic: made up" in boards()["china_gold"].setting(first_log("china_gold")).note


def test_china_gold_draws_a_board_of_unknown_partition_without_areas() -> None:
    log = msgspec.structs.replace(first_log("china_gold"), setup={"board": {"side": 5}})
    board = boards()["china_gold"]
    setting = board.setting(log)
    frame = board.frame(first_positions("china_gold")[20], None, None, setting)
    assert setting.layers == []
    assert setting.note == ""
    assert len(frame["cells"]) == 61


@pytest.mark.parametrize(("reach", "name"), [(4, "e5"), (5, "f6")])
def test_china_gold_cells_are_called_by_the_labels_of_their_board(reach: int, name: str) -> None:
    assert boards()["china_gold"].cell_name(0, 0, reach) == name


PROPOSED = [
    ("battle_sheep", "split 0,0 3,0 5", (["3,0"], ["0,0 3,0"], "5")),
    ("battle_sheep", "start 1,-1", (["1,-1"], [], "")),
    ("battle_sheep", "pass", ([], [], "")),
    ("takenoko", "lay pink+watershed 1,-1", (["1,-1"], [], "P")),
    ("takenoko", "irrigate 0,-1 1,-1", (["0,-1 1,-1"], [], "")),
    ("takenoko", "panda 0,2", (["0,2"], ["0,0 0,2"], "")),
    ("takenoko", "storm 0,0", (["0,0"], [], "")),
    ("takenoko", "card plot", ([], [], "")),
    ("china_gold", "claim river c1 d1", (["-2,-2", "-3,-1"], [], "")),
]


@pytest.mark.parametrize(("game", "move", "touched"), PROPOSED)
def test_a_proposed_move_is_found_on_the_board(
    game: str, move: str, touched: tuple[list[str], list[str], str]
) -> None:
    board = boards()[game]
    setting = board.setting(first_log(game))
    found = board.touched(move, {"panda": "0,0", "gardener": "0,0"}, setting)
    assert (list(found.marks), list(found.arrows), found.tag) == touched
