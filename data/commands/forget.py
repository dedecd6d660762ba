"""Delete a person or a game for good.

A person is named exactly as in the store. All their games are deleted, those that were rejected
too, with their reviews, exercises and reports; with --keep-games the games stay, and a made-up name
stands where theirs was. Kept files in which they stand are deleted as a whole: other games out of
them stay, and are verified again from what is stored of them. Then the file is written anew, as
DuckDB leaves the bytes of what is deleted where they are; this needs room for a second copy.

What was exported, and copies of the store, are not reached. Without --yes it says what there is and
asks. Whoever is only to be hidden is hidden by `hexcoach export --mask-names` and by the switch on
the pages.

examples:
  hexcoach forget --name "Player A" --dry-run
  hexcoach forget --name "Player A" --keep-games
  hexcoach forget --id 17 --yes
"""

import argparse
import sys
from typing import TYPE_CHECKING

from data.terminal import add_store

if TYPE_CHECKING:
    from data.forgetting import Forgotten, Trace

NOT_DONE = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_store(parser)
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--name", help="a person, exactly as the store has the name")
    which.add_argument("--id", type=int, metavar="GAME", help="a game by its number in the store")
    parser.add_argument(
        "--keep-games", action="store_true", help="put a made-up name in the place of the person's"
    )
    parser.add_argument("--dry-run", action="store_true", help="only say what there is")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    from data.forgetting import forget_game, forget_person, trace_game, trace_person  # noqa: PLC0415
    from data.store import open_store  # noqa: PLC0415
    from engine.core.errors import HexcoachError  # noqa: PLC0415

    if arguments.keep_games and arguments.name is None:
        raise HexcoachError("--keep-games is about a person: name one with --name.")
    with open_store(arguments.store) as store:
        if arguments.name is None:
            trace = trace_game(store, arguments.id)
        else:
            trace = trace_person(store, arguments.name)
        if arguments.dry_run:
            _tell(arguments.json, trace, None)
            return 0
        if not arguments.yes and not _agreed(trace, keep_games=arguments.keep_games):
            _say("Nothing was deleted.")
            return NOT_DONE
        if arguments.name is None:
            done = forget_game(store, arguments.id)
        else:
            done = forget_person(store, arguments.name, keep_games=arguments.keep_games)
        _tell(arguments.json, done.trace, done)
    return 0


def _agreed(trace: "Trace", *, keep_games: bool) -> bool:
    what = "The name is replaced for good in" if keep_games else "This deletes for good"
    sys.stderr.write(f"{what}: {_counted(trace)}.\nType yes to go on: ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() == "yes"


def _tell(as_json: bool, trace: "Trace", done: "Forgotten | None") -> None:
    import msgspec  # noqa: PLC0415

    if as_json:
        told = {
            "deleted": done is not None and done.new_name is None,
            "renamed_to": None if done is None else done.new_name,
            "rewritten": done is not None and done.rewritten,
            "games": list(trace.game_ids),
            "rejected": list(trace.rejected_ids),
            "files": list(trace.files),
            "mentions": trace.mentions,
        }
        _say(msgspec.json.encode(told).decode())
    elif done is None:
        _say(f"There is: {_counted(trace)}. Nothing was deleted.")
    elif done.new_name is not None:
        _say(f"The name is {done.new_name} now in: {_counted(trace)}.")
    else:
        _say(f"Deleted: {_counted(trace)}.")
    if done is not None and not done.rewritten:
        sys.stderr.write("The file is written anew when the store is next opened.\n")


def _counted(trace: "Trace") -> str:
    parts = [
        (len(trace.game_ids), "game", "games"),
        (len(trace.rejected_ids), "rejected game", "rejected games"),
        (len(trace.files), "kept file", "kept files"),
        (trace.mentions, "other text that names them", "other texts that name them"),
    ]
    return ", ".join(f"{count:,} {one if count == 1 else many}" for count, one, many in parts)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
