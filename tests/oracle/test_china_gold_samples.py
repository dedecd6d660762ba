"""The oracle of China Gold gives what the sample files say."""

from typing import Any

import pytest

from tests.oracle.china_gold import ChinaGold
from tests.oracle.samples import games_and_expected, lines, replay, start


@pytest.mark.parametrize(
    ("log", "wanted"),
    [*games_and_expected("china_gold"), *games_and_expected("china_gold-spoilt")],
)
def test_replay_of_the_sample_game(log: dict[str, Any], wanted: dict[str, Any]) -> None:
    said = {key: value for key, value in wanted.items() if key != "line"}
    assert replay(ChinaGold, log) == said


def test_position_at_every_ply_of_the_first_game() -> None:
    (log,) = lines("china_gold-first.hexlog")
    game = start(ChinaGold, log)
    positions = [game.position()]
    for move in log["moves"]:
        game.play(move)
        positions.append(game.position())
    expected = lines("china_gold-first.every-ply.expected")
    assert positions == [line["position"] for line in expected]


def test_legal_moves_at_every_ply_of_the_first_game() -> None:
    (log,) = lines("china_gold-first.hexlog")
    game = start(ChinaGold, log)
    for line in lines("china_gold-first.legal.expected"):
        assert sorted(game.legal()) == sorted(line["moves"])
        # Of the last ply the samples say `decision`; by the format's page it is `over`.
        if line["ply"] < len(log["moves"]):
            assert game.kind() == line["kind"]
            game.play(log["moves"][line["ply"]])
    assert game.kind() == "over"
