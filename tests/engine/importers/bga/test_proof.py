"""The proof of the whole idea: games of ours, dressed up in invented dialects with every habit of
the site's logs, come back as they were, and a mapping that is wrong is told where it is wrong."""

import pytest

from engine.replay import Status
from tests.engine.importers.bga.costumes import GOLD, SHEEP, Costume
from tests.engine.importers.bga.dressing import Habits, dress, games_of
from tests.engine.importers.bga.garden import GARDEN
from tests.engine.importers.bga.reading import played, read_bytes, the_found

UNDO = ("gap", "cancel", "framework")
MANY = 50


def fifty(costume: Costume) -> list[tuple[int, int]]:
    """Players and game's number of each of the fifty."""
    counts = (2,) if costume is GOLD else (2, 3, 4)
    return [(counts[number % len(counts)], number) for number in range(MANY)]


@pytest.mark.parametrize("costume", [SHEEP, GOLD, GARDEN], ids=lambda costume: costume.game)
def test_fifty_games_come_back_verified(costume: Costume) -> None:
    policy = "greedy" if costume is GARDEN else "random"
    taken_back = 0
    for players, number in fifty(costume):
        (log,) = games_of(costume.game, 1, players, 1000 * players + number, policy)
        habits = Habits(seed=number, undo=UNDO, times=number % 2 == 0)
        dressed = dress(log, costume, habits, 500_000_000 + number)
        found = the_found(read_bytes(dressed.content(), costume.toml))
        result = played(found)
        assert result.status is Status.VERIFIED, (number, result.error, found.warnings)
        assert result.plies == len(log.moves) + claims(found.log.moves)
        assert [player.name for player in found.log.players] == [one.name for one in log.players]
        assert found.log.clock is not None
        assert None not in found.log.clock
        assert found.log.clock == sorted(time for time in found.log.clock if time is not None)
        assert found.log.meta is not None
        assert found.log.meta["grade"] == "replayable"
        taken_back += found.log.meta.get("moves_taken_back", 0)
    assert taken_back > MANY


def claims(moves: list[str]) -> int:
    """The site tells claims, which our own games need not write."""
    return sum(move.startswith("claim") for move in moves)


@pytest.mark.parametrize("viewers", [(), (0,), (1,)])
def test_what_nobody_in_the_log_saw_stays_unknown(viewers: tuple[int, ...]) -> None:
    (log,) = games_of("takenoko", 1, 2, 5, "greedy")
    found = the_found(
        read_bytes(dress(log, GARDEN, Habits(viewers=viewers)).content(), GARDEN.toml)
    )
    assert played(found).status is Status.VERIFIED
    assert found.log.meta is not None
    assert found.log.meta["grade"] == ("partial" if viewers else "replayable")
    drawn = [move for move in found.log.moves if move.startswith("drawn")]
    hidden = [move for move in drawn if "?" in move]
    assert hidden
    assert (len(hidden) < len(drawn)) == bool(viewers)


@pytest.mark.parametrize(
    ("costume", "right", "wrong", "move"),
    [
        (SHEEP, 'axes = "odd-r"', 'axes = "axial"', "tile"),
        (SHEEP, 'paths = ["origin", "from"]', 'paths = ["origin"]', "flockMoved ?"),
        (
            SHEEP,
            'arguments.nb = { as = "number" }',
            'arguments.nb = { as = "number", add = 40 }',
            "split",
        ),
        (GOLD, "rotation = 5", "rotation = 4", ""),
        (GOLD, "offset = [11, 6]", "offset = [10, 7]", ""),
        (GOLD, 'move = "hide {marker}"', 'move = "turn {marker}"', "turn"),
        (GARDEN, '"3" = "wind"', '"3" = "sun"', ""),
        (GARDEN, 'end = "end"\n', "", "plots"),
        (GARDEN, 'type = "channelPlaced"', 'type = "channelLaid"', ""),
    ],
)
def test_one_broken_mapping_is_told_where(
    costume: Costume, right: str, wrong: str, move: str
) -> None:
    assert right in costume.toml
    policy = "greedy" if costume is GARDEN else "random"
    broken = costume.toml.replace(right, wrong)
    statuses = []
    for log in games_of(costume.game, 6, 2, 11, policy):
        found = the_found(read_bytes(dress(log, costume).content(), broken))
        result = played(found)
        statuses.append(result.status)
        if result.status is Status.ILLEGAL and result.error is not None:
            assert result.error.reason.endswith(".")
            assert result.error.move.startswith(move)
    assert Status.ILLEGAL in statuses or Status.MISMATCH in statuses
    assert Status.VERIFIED not in statuses or costume is GARDEN


def test_a_mirrored_pasture_is_a_pasture() -> None:
    """Tiles keep their shape under every symmetry, so that Battle Sheep cannot tell them apart."""
    (log,) = games_of("battle_sheep", 1, 2, 3)
    turned = SHEEP.toml.replace("rotation = 2", "rotation = 4")
    found = the_found(read_bytes(dress(log, SHEEP).content(), turned))
    assert found.log.moves != log.moves
    assert played(found).status is Status.VERIFIED
