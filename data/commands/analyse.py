"""Review games: what each decision cost, how much was luck, what would have been better.

Without files it reviews the games of the store that have no review of this depth yet, on every
core or on a Dask cluster, and stores what it finds; the dashboard shows it. Each finished game is
stored at once, so that the same command goes on where it was stopped. With files it prints the
reviews of the games in them and stores nothing.

A loss is in points of expected score (100 = the game). Moves are labelled only where the 95 %
interval of the loss lies above 5 (inaccuracy), 10 (mistake) or 15 points (blunder).

examples:
  hexcoach analyse
  hexcoach analyse --depth deep --game takenoko --name "Player A"
  hexcoach analyse --dask tcp://scheduler:8786
  hexcoach analyse game.hexlog
  hexcoach analyse game.hexlog --json > review.json
"""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from data.terminal import ProgressLine, add_store, json_line, to_output, to_people

if TYPE_CHECKING:
    from data.analysing import Reviewed, Stored
    from engine.analysis.review import Decision
    from engine.importers.reading import Entry

DEPTHS = ("quick", "deep")
LABELLED = ("inaccuracy", "mistake", "blunder")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("logs", nargs="*", metavar="FILE", help="logs to review")
    parser.add_argument(
        "--depth", choices=DEPTHS, default="quick", help="seconds or minutes a game"
    )
    parser.add_argument("--seed", type=seed, default=1, metavar="S", help="of all playouts")
    parser.add_argument("--json", action="store_true", help="one JSON object a game")
    stored = parser.add_argument_group("games of the store")
    add_store(stored)
    stored.add_argument("--game", help="the game's key, such as takenoko")
    stored.add_argument("--name", action="append", default=[], help="a player who was there")
    stored.add_argument("--id", action="append", type=int, default=[], help="number in the store")
    stored.add_argument("--workers", type=int, metavar="N", help="default: one for each core")
    stored.add_argument("--dask", metavar="ADDRESS", help="of the scheduler of a Dask cluster")


def seed(text: str) -> int:
    """An argument that fits where seeds are kept."""
    number = int(text) if text.isascii() and text.isdecimal() else -1
    if not 0 <= number < 1 << 63:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 to 2^63 - 1")
    return number


def run(arguments: argparse.Namespace) -> int:
    if arguments.logs and (arguments.game or arguments.name or arguments.id):
        to_people("--game, --name and --id choose among games of the store: leave out the files.")
        return 2
    return _files(arguments) if arguments.logs else _stored(arguments)


def _files(arguments: argparse.Namespace) -> int:
    from engine.importers.reading import read_file  # noqa: PLC0415

    code = 0
    for name in arguments.logs:
        try:
            for entry in read_file(Path(name)):
                code = max(code, _entry(entry, arguments))
        except BrokenPipeError:
            raise
        except OSError as error:
            to_people(f"{name}: it cannot be opened: {error.strerror or error}.")
            code = 2
    return code


def _entry(entry: "Entry", arguments: argparse.Namespace) -> int:
    """Review one game of a file; 1 if it cannot even start."""
    import msgspec  # noqa: PLC0415

    from data.analysing import review_replay  # noqa: PLC0415
    from engine.core.errors import HexcoachError  # noqa: PLC0415
    from engine.importers.contract import Rejected  # noqa: PLC0415
    from engine.replay import replay  # noqa: PLC0415

    item = entry.item
    place = f"{entry.file}, line {item.line}"
    if isinstance(item, Rejected):
        to_people(f"{place}: {item.reason}")
        return 1
    try:
        replayed = replay(item.log, evidence=item.evidence)
    except HexcoachError as error:
        to_people(f"{place}: {error}")
        return 1
    with ProgressLine() as line:
        reviewed = review_replay(
            replayed,
            arguments.depth,
            arguments.seed,
            threads=arguments.workers or len(os.sched_getaffinity(0)),
            tell=lambda done, plies: line.show(f"{place}: ply {done:,} of {plies:,}"),
        )
    assert reviewed is not None, "nobody cancels it"
    if arguments.json:
        to_output(msgspec.json.encode(reviewed).decode())
    else:
        to_output(f"{place}: {replayed.game.name}, {replayed.status.value}")
        if replayed.error is not None:
            wrong = replayed.error
            to_output(f"  reviewed up to ply {wrong.ply}, “{wrong.move}”: {wrong.reason}")
        for text in _told(reviewed):
            to_output(f"  {text}")
    return 0


def _stored(arguments: argparse.Namespace) -> int:
    from data.analysing import GivenUp, analyse  # noqa: PLC0415
    from data.filters import Filters  # noqa: PLC0415
    from data.reviews import pending  # noqa: PLC0415
    from data.scale.run import workers  # noqa: PLC0415
    from data.store import open_store  # noqa: PLC0415
    from engine.core.registry import find_game  # noqa: PLC0415

    filters = Filters(
        game=None if arguments.game is None else find_game(arguments.game).key,
        names=tuple(arguments.name),
        statuses=(),
        game_ids=tuple(arguments.id),
    )
    done = given_up = 0
    with open_store(arguments.store) as store:
        waiting = pending(store, filters, arguments.depth)
        with workers(arguments.workers, arguments.dask) as pool, ProgressLine() as line:
            line.show(f"0 of {len(waiting):,} games reviewed")
            for event in analyse(store, waiting, arguments.depth, pool, arguments.seed):
                if isinstance(event, GivenUp):
                    given_up += 1
                    to_people(f"game {event.game_id}: {event.reason}")
                else:
                    done += 1
                    if arguments.json:
                        json_line(_summary(event))
                line.show(f"{done + given_up:,} of {len(waiting):,} games reviewed")
    if not arguments.json:
        to_output(f"{_counted(done, 'game')} reviewed, {given_up:,} given up.")
    return int(given_up > 0)


def _summary(event: "Stored") -> dict[str, object]:
    review = event.reviewed.review
    return {
        "game_id": event.game_id,
        "game": review.game,
        "depth": review.depth,
        "seconds": round(event.reviewed.seconds, 3),
        "totals": [
            {
                "seat": total.seat,
                "decisions": total.decisions,
                "loss": round(total.loss, 4),
                "luck": round(total.luck, 4),
                "luck_low": round(total.luck_low, 4),
                "luck_high": round(total.luck_high, 4),
                "luck_adjusted": total.luck_adjusted,
                "inaccuracies": total.inaccuracies,
                "mistakes": total.mistakes,
                "blunders": total.blunders,
            }
            for total in review.totals
        ],
    }


def _told(reviewed: "Reviewed") -> Iterator[str]:
    """The totals by seat, then every labelled decision in order of time."""
    review = reviewed.review
    for total in review.totals:
        adjusted = ""
        if total.result is not None and total.luck_adjusted is not None:
            adjusted = (
                f", result {_points(total.result)}, without luck {_points(total.luck_adjusted)}"
            )
        yield (
            f"seat {total.seat}: {_counted(total.decisions, 'decision')}, lost "
            f"{_points(total.loss)}, luck {_points(total.luck, sign=True)} "
            f"({_points(total.luck_low, sign=True)} to {_points(total.luck_high, sign=True)})"
            f"{adjusted}; "
            f"{_counted(total.inaccuracies, 'inaccuracy', 'inaccuracies')}, "
            f"{_counted(total.mistakes, 'mistake')}, {_counted(total.blunders, 'blunder')}"
        )
    if review.chances:
        known = sum(chance.covered for chance in review.chances)
        yield f"{known:,} of {_counted(len(review.chances), 'outcome')} of chance known"
    for decision in review.decisions:
        if decision.label in LABELLED:
            yield _decision(decision)
    if review.stopped is not None:
        yield f"from ply {review.stopped_ply} on: {review.stopped}"
    yield f"{review.depth} review, {reviewed.seconds:.1f} s"


def _decision(decision: "Decision") -> str:
    width = "exact" if decision.exact else f"{_points(decision.low)} to {_points(decision.high)}"
    return (
        f"ply {decision.ply}, seat {decision.seat}: {decision.label} {_points(decision.loss)} "
        f"({width}): {decision.played}; better {decision.best}"
    )


def _counted(number: int, one: str, many: str | None = None) -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def _points(share: float, *, sign: bool = False) -> str:
    """Expected score as points of a hundred."""
    return f"{100 * share:+.0f}" if sign else f"{100 * share:.0f}"
