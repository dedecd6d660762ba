"""Every game has a golden playthrough and perft counts, and still gives them."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.core.effects import effect_log
from engine.core.game import Setup
from engine.core.registry import find_game, game_keys
from engine.simulate.perft import perft
from tests.golden.playthrough import path_of, playthrough

PERFT = Path(__file__).parent.parent / "perft"


@pytest.mark.parametrize("key", game_keys())
def test_the_golden_playthrough_is_what_the_rules_still_say(key: str) -> None:
    assert playthrough(find_game(key)) == path_of(key).read_text(encoding="utf-8")


def perft_cases() -> list[Any]:
    return [
        pytest.param(key, case, id=f"{key}-{case['name']}")
        for key in game_keys()
        for case in json.loads((PERFT / f"{key}.json").read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize(("key", "case"), perft_cases())
def test_perft_counts(key: str, case: dict[str, Any]) -> None:
    game = find_game(key)
    state = game.start(Setup(case["players"], case["rules"], case["setup"]))
    notation = game.notation(state)
    for text in case["moves"]:
        move = notation.parse(text)
        assert game.rules.refusal(state, move) == 0
        game.rules.play(state, move, effect_log(muted=True))
    counts = [perft(game, state, depth) for depth in range(1, len(case["counts"]) + 1)]
    assert counts == case["counts"]
