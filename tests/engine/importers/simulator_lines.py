"""Games as the simulator `ozeliurs` would print them, and what its importer reads in them."""

import io
from collections.abc import Sequence

from engine.importers.contract import Found, Rejected
from engine.importers.ozeliurs import IMPORTER
from engine.replay import Replay, replay


def read(content: bytes) -> list[Found | Rejected]:
    return list(IMPORTER.read(io.BufferedReader(io.BytesIO(content)), "some.log"))


def found_in(content: bytes) -> Found:
    """The only game in the file."""
    (item,) = read(content)
    assert isinstance(item, Found)
    return item


def played(found: Found) -> Replay:
    return replay(found.log, evidence=found.evidence)


def vector(q: int, r: int) -> str:
    return f"Vector[q={q}.0, r={r}.0, s={-q - r}.0]"


def tile(plot: str) -> str:
    colour, _, improvement = plot.upper().partition("+")
    return f"Tile{{type=OTHER, color={colour}, improvement={improvement or 'null'}}}"


def tiles(name: str, *plots: str) -> str:
    return f"{name} drew tiles[{', '.join(tile(plot) for plot in plots)}]"


def placed(name: str, plot: str, q: int, r: int) -> str:
    return f"{name} placed {tile(plot)} at {vector(q, r)}"


def grew(colour: str, q: int, r: int) -> str:
    return f"{colour} bamboo grew at {vector(q, r)}"


def walked(name: str, pawn: str, by: tuple[int, int], to: tuple[int, int]) -> str:
    return f"{name} moved the {pawn} with {vector(*by)} to position {vector(*to)}"


def channel(name: str) -> list[str]:
    return [f"{name} drew irrigation", f"{name} stored an irrigation channel in inventory"]


def turn(name: str, *lines: str) -> list[str]:
    return [f"===== <{name}> is playing =====", *lines]


WELCOME = [
    "------------------------------------------------------------",
    "Welcome to Takenoko!",
    "The new game has been set up. You can start the game !",
    "The game has started !",
]
FIRST_ROUND = [
    "===== Round 1 =====",
    *turn(
        "Ann",
        tiles("Ann", "green", "green", "pink"),
        placed("Ann", "green", 1, 0),
        grew("GREEN", 1, 0),
        *channel("Ann"),
    ),
    *turn(
        "Bob",
        tiles("Bob", "green", "yellow", "yellow"),
        placed("Bob", "green", 0, 1),
        grew("GREEN", 0, 1),
        *channel("Bob"),
    ),
    "===== Round 2 =====",
]
MOVES_OF_FIRST_ROUND = [
    "plots",
    "drawn green green pink",
    "lay green 1,0",
    "channel",
    "end",
    "plots",
    "drawn green yellow yellow",
    "lay green 0,1",
    "channel",
    "end",
]


def log(lines: Sequence[str], before: str = "INFO  - ", end: str = "\n") -> bytes:
    return "".join(f"{before}{line}{end}" for line in lines).encode()


def game(*lines: str) -> Found:
    """A game of Ann and Bob that goes on with these lines in round 2."""
    found = found_in(log([*WELCOME, *FIRST_ROUND, *lines]))
    assert found.log.moves[: len(MOVES_OF_FIRST_ROUND)] == MOVES_OF_FIRST_ROUND
    return found


def moves(found: Found) -> list[str]:
    """Those of round 2."""
    return found.log.moves[len(MOVES_OF_FIRST_ROUND) :]
