"""The importer of the simulator `ozeliurs`: its two sample logs, whole and with a line changed."""

from pathlib import Path
from typing import cast

import pytest

from engine.core.effects import SeenEffect
from engine.core.evidence import Step
from engine.core.ids import Seat
from engine.importers.contract import Found
from engine.replay import Status
from tests.engine.importers.forgiving_takenoko import Forgiving
from tests.engine.importers.simulator_lines import found_in, played
from tests.oracle.effect import Effect

SAMPLES = Path(__file__).parents[2] / "samples" / "simulators"
FIRST = SAMPLES / "takenoko-ozeliurs-1.log"
SECOND = SAMPLES / "takenoko-ozeliurs-2.log"


def sample(path: Path, old: str = "", new: str = "", count: int = 1) -> Found:
    """The game of a sample; with the first `count` lines that hold `old` changed."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    return found_in(text.replace(old, new, count).encode())


# The samples, as they were checked by hand against the logs


def test_the_first_sample_stops_where_the_storm_is_counted_as_an_action() -> None:
    """Round 6 of GeneralTactic, lines 131 to 138: a storm, to 0,-1 where the panda eats, then the
    panda to 0,0 and nothing more; the rules want a second action before the turn may end."""
    found = sample(FIRST)
    result = played(found)
    assert [player.name for player in found.log.players] == ["ColletBot", "GeneralTactic"]
    assert (found.line, result.status, result.plies) == (1, Status.ILLEGAL, 70)
    assert result.error is not None
    assert (result.error.ply, result.error.move) == (70, "end")
    assert "1 more action must be taken" in result.error.reason
    assert found.log.moves[67:71] == ["weather storm", "storm 0,-1", "panda 0,0", "end"]
    position = result.game.position(result.state)
    heights = {cell: plot["bamboo"] for cell, plot in position["plots"].items()}
    assert heights == {"-2,1": 2, "-1,0": 3, "-1,1": 4, "0,-1": 0}
    assert position["plots"]["-1,0"]["improvement"] == "enclosure"
    assert (position["panda"], position["gardener"]) == ("0,0", "0,0")
    assert position["channels"] == [["-2,1", "-1,0"], ["-2,1", "-1,1"], ["-1,0", "-1,1"]]
    assert position["players"][1]["bamboo"] == {"green": 0, "yellow": 0, "pink": 1}
    assert any("line 134" in warning for warning in found.warnings)


def test_the_second_sample_stops_at_the_sixth_card_in_hand() -> None:
    """ColletBot was dealt three cards, drew one in line 7 and one in line 21, completed none, and
    draws again in line 68 (round 4): the simulator does not count a card that could be completed,
    as its `yellow-2` can by then."""
    found = sample(SECOND)
    result = played(found)
    assert (found.line, result.status, result.plies) == (1, Status.ILLEGAL, 37)
    assert result.error is not None
    assert (result.error.ply, result.error.move) == (37, "card panda")
    assert "5 cards are in hand" in result.error.reason
    position = result.game.position(result.state)
    assert position["players"][0]["hand"] == [
        "gardener:?",
        "panda:?",
        "panda:three-colours",
        "panda:yellow-2",
        "plot:?",
    ]
    assert position["players"][0]["bamboo"] == {"green": 0, "yellow": 2, "pink": 0}
    assert position["plots"]["1,0"] == {
        "colour": "yellow",
        "improvement": "watershed",
        "bamboo": 0,
        "irrigated": True,
    }


FAULTS = {
    FIRST: {"owed action", "chips left", "full hand", "no channel", "not fulfilled", "askew"},
    SECOND: {"owed action", "chips left", "full hand", "no channel", "askew", "not drawn"},
}
"""What the simulator does against the rules in each sample."""


class _OracleStep:
    """A step of the oracle, for evidence to look at."""

    def __init__(self, game: Forgiving, ply: int, seat: int, effects: list[list[Effect]]) -> None:
        self.ply = ply
        self.seat = Seat(seat)
        self.position = game.position
        self._effects = effects

    def effects(self, ply: int | None = None) -> list[SeenEffect]:
        return [
            SeenEffect(
                one.kind,
                Seat(one.seat),
                one.what,
                one.amount,
                None if one.q is None or one.r is None else (one.q, one.r),
                None if one.other_q is None or one.other_r is None else (one.other_q, one.other_r),
                one.cause,
            )
            for one in self._effects[self.ply if ply is None else ply]
        ]


@pytest.mark.parametrize("path", [FIRST, SECOND])
def test_the_whole_log_is_read_right(path: Path) -> None:
    """With the simulator's faults forgiven, and no others, every growth, height, bite and point it
    printed comes out, and so do the scores it ended with."""
    found = sample(path)
    game = Forgiving(2, found.log.rules)
    effects: list[list[Effect]] = []
    evidence = {ply: [one for one in found.evidence if one.ply == ply] for ply in range(600)}
    for ply, move in enumerate(found.log.moves):
        seat = game.seat
        effects.append(game.play(move))
        for one in evidence[ply]:
            assert one.check(cast("Step", _OracleStep(game, ply, seat, effects))) is None
    assert found.log.result is not None
    assert game.scores() == found.log.result.scores
    assert game.winners() == found.log.result.winners == [0]
    assert {fault for fault, _ in game.excused} == FAULTS[path]
    assert {move for fault, move in game.excused if fault == "not fulfilled"} <= {
        "complete plot:green-pink-diamond"
    }


# Evidence that the rules do not bear out: the samples with one line changed


@pytest.mark.parametrize(
    ("path", "old", "new", "ply", "move", "reasons"),
    [
        pytest.param(
            FIRST,
            "Panda ate one GREEN bamboo for ColletBot",
            "Panda didn't eat any bamboo",
            24,
            "panda -1,0",
            ("eats nothing on -1,0 in the log (line 44)", "by the rules it eats a green section"),
            id="a bite that is not told",
        ),
        pytest.param(
            SECOND,
            "Panda didn't eat any bamboo",
            "Panda ate one PINK bamboo for GeneralTactic",
            28,
            "panda 0,0",
            ("eats a pink section on 0,0", "by the rules it eats nothing"),
            id="a bite that cannot be",
        ),
        pytest.param(
            FIRST,
            "r=0.0, s=1.0], the stack is now 1high",
            "r=0.0, s=1.0], the stack is now 2high",
            32,
            "gardener -1,0",
            ("On -1,0 the log (line 58) lets bamboo grow to 2", "by the rules it grows to 1"),
            id="another height",
        ),
        pytest.param(
            FIRST,
            "INFO  - Gardener planted bamboo at Vector[q=-1.0, r=1.0, s=0.0], "
            "the stack is now 3high\n",
            "",
            32,
            "gardener -1,0",
            ("On -1,1 the log (line 58) lets no bamboo grow", "it grows to 3"),
            id="growth that is not told",
        ),
        pytest.param(
            FIRST,
            "Gardener didn't plant any bamboo",
            "Gardener planted bamboo at Vector[q=-1.0, r=1.0, s=0.0], the stack is now 4high",
            37,
            "gardener 0,0",
            ("On -1,1 the log (line 70) lets bamboo grow to 4", "by the rules none grows there"),
            id="growth that cannot be",
        ),
        pytest.param(
            FIRST,
            "INFO  - GREEN bamboo grew at Vector[q=-1.0, r=0.0, s=1.0]\n",
            "",
            20,
            "lay green -1,0",
            ("On -1,0 the log (line 34) lets no bamboo grow", "it grows to 1"),
            id="a first growth that is not told",
        ),
        pytest.param(
            FIRST,
            "moved the gardener with Vector[q=1.0, r=0.0, s=-1.0] to",
            "moved the gardener with Vector[q=1.0, r=1.0, s=-2.0] to",
            37,
            "gardener 0,0",
            ("the gardener comes from -1,-1", "it stands on -1,0"),
            id="a walk from elsewhere",
        ),
    ],
)
def test_what_was_printed_and_cannot_be_ends_the_game_there(
    path: Path, old: str, new: str, ply: int, move: str, reasons: tuple[str, str]
) -> None:
    result = played(sample(path, old, new))
    assert (result.status, result.plies) == (Status.ILLEGAL, ply)
    assert result.error is not None
    assert (result.error.ply, result.error.move) == (ply, move)
    for part in reasons:
        assert part in result.error.reason
    assert result.codes.shape == result.ply_rows.shape == (ply,)
    assert set(result.effects["ply"]) <= set(range(-1, ply))
