"""Writes the sample games that ship: `python -m tests.data.make_samples`.

The players are letters. Each follows the game's plan in some share of the games and plays at random
in the others, so that the charts have something to show; the same seed writes the same files.
"""

import shutil
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

from engine.core.game import Game
from engine.core.gamelog import GameLog, Player, Result
from engine.core.registry import games
from engine.importers.hexlog import format_log
from engine.simulate.playing import simulate

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "data" / "samples"
SHARED = ROOT / "tests" / "samples"

SOURCE = "Hexcoach samples"
PEOPLE = {
    "Player A": 1.0,
    "Player B": 0.85,
    "Player C": 0.75,
    "Player D": 0.6,
    "Player E": 0.5,
    "Player F": 0.4,
    "Player G": 0.25,
    "Player H": 0.1,
}
"""How often each follows a plan."""
FIRST_EVENING = date(2025, 9, 2)
TABLES = {2: 40, 3: 26, 4: 24}
"""Games by number of players; where only two can play, all are for two."""
BOARDS = {"china_gold": ("synthetic-61", "synthetic-91")}

MANIFEST = """\
# What lies here, where it is from, and what it shows. Read by people and by the tests.
"""


def club(game: Game) -> Iterator[GameLog]:
    """A season of evenings: every game played to its end."""
    random = Random(game.key)
    sizes = [size for size, number in TABLES.items() for _ in range(number)]
    random.shuffle(sizes)
    for number, size in enumerate(sizes):
        yield played(game, random, number, size if size in game.players else game.players[0])


def played(game: Game, random: Random, number: int, size: int) -> GameLog:
    """One game that somebody wins; who plays at random may never finish, so a table where all do
    is dealt again."""
    boards = BOARDS.get(game.key)
    setup: dict[str, Any] = {} if boards is None else {"board": boards[number % len(boards)]}
    while True:
        people = random.sample(list(PEOPLE), size)
        plans = [random.random() < PEOPLE[name] for name in people]
        policies = ["greedy" if plan else "random" for plan in plans]
        (log,) = simulate(game, 1, size, random.randrange(1_000_000), policies, setup)
        if log.result is not None and log.result.reason == "normal":
            break
    evening = FIRST_EVENING + timedelta(days=7 * (number // 3))
    log.id = f"club-{number + 1:03}"
    log.players = [Player(name) for name in people]
    log.meta = {"date": evening.isoformat(), "source": SOURCE, "place": "Tuesday club"}
    return log


def loose_ends(game: Game) -> Iterator[GameLog]:
    """Games that are stored but not verified, one of each kind."""
    random = Random(f"{game.key} loose ends")
    kinds = ("broken-off", "conceded", "no-result", "other-result")
    for number, kind in enumerate(kinds):
        log = played(game, random, number, 2)
        log.id = kind
        assert log.meta is not None
        log.meta["place"] = "at home"
        if kind in {"broken-off", "conceded"}:
            log.moves = log.moves[: len(log.moves) * 2 // 3]
        if kind == "conceded":
            log.result = Result(winners=[0], reason="conceded")
        elif kind == "other-result":
            assert log.result is not None
            assert log.result.scores is not None
            log.result.scores[0] += 1
        else:
            log.result = None
        yield log


CLUB = """\
a season of a club: 90 verified games of eight players who follow a plan more or less often\
"""
LOOSE_ENDS = """\
games that are stored without being verified: broken off, conceded, without a result, with a \
result that the replay contradicts\
"""
RANDOM = "random games of a second implementation of the rules; not all come to an end"
SPOILT = "random games with one move made wrong each: most are rejected, with ply and reason"
OZELIURS = """\
games of another program, read by an importer of their own; each stops where that program breaks \
the rules\
"""
TUUPERTUNUT = """\
a game of another program with the board printed after each move, which the replay is compared with\
"""
MADE_HERE = "hexcoach simulate, by tests/data/make_samples.py"
FROM_SIMULATORS = (
    (
        "takenoko/ozeliurs/takenoko-ozeliurs-1.log",
        "log of a public Takenoko simulator (ozeliurs)",
        OZELIURS,
    ),
    (
        "takenoko/ozeliurs/takenoko-ozeliurs-2.log",
        "log of a public Takenoko simulator (ozeliurs)",
        OZELIURS,
    ),
    (
        "battle_sheep/tuupertunut/battle-sheep-tuupertunut-1.txt",
        "a game by the solver Tuupertunut/BattleSheepSolver (MIT licence)",
        TUUPERTUNUT,
    ),
)


def main() -> None:
    entries = [*FROM_SIMULATORS]
    for file, _, _ in FROM_SIMULATORS:
        copy(SHARED / "simulators" / Path(file).name, file)
    for key, game in games().items():
        for name, logs, shows in (
            ("club", club(game), CLUB),
            ("loose-ends", loose_ends(game), LOOSE_ENDS),
        ):
            file = f"{key}/hexlog/{name}.hexlog"
            (SAMPLES / file).parent.mkdir(parents=True, exist_ok=True)
            lines = [f"{format_log(log)}\n" for log in logs]
            (SAMPLES / file).write_text("".join(lines), encoding="utf-8")
            entries.append((file, MADE_HERE, shows))
        for name, shared, shows in (
            ("random", key, RANDOM),
            ("spoilt", f"{key}-spoilt", SPOILT),
        ):
            file = f"{key}/hexlog/{name}.hexlog"
            copy(SHARED / "hexlog" / f"{shared}.hexlog", file)
            entries.append((file, f"tests/samples/hexlog/{shared}.hexlog", shows))
    tables = [
        f'[[sample]]\nfile = "{file}"\norigin = "{origin}"\nshows = "{shows}"\n'
        for file, origin, shows in sorted(entries)
    ]
    (SAMPLES / "MANIFEST.toml").write_text("\n".join([MANIFEST, *tables]), encoding="utf-8")


def copy(origin: Path, file: str) -> None:
    (SAMPLES / file).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(origin, SAMPLES / file)


if __name__ == "__main__":
    main()
