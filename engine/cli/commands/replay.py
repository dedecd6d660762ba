"""Play logs by the rules and say of each game whether it holds.

Every move of every game is checked. A game is

  verified     every move is legal, the game is over, and the log's result agrees
  unverified   the same, but the log gives no result
  incomplete   every move is legal and the game is not over (or was conceded, abandoned, timed out)
  mismatch     every move is legal, but the log gives another result; both are shown
  illegal      a move could not be played: its ply, the reason, and what could have been played
  unreadable   no game log, or one that cannot start: its line and the reason

examples:
  hexcoach replay games.hexlog
  hexcoach replay games.zip other.jsonl.gz simulator.log
  hexcoach replay --json games.hexlog | jq 'select(.status != "verified")'
  hexcoach replay --every-ply games.hexlog     each move and the scores after it
  hexcoach replay --every-ply --json games.hexlog     each position
"""

import argparse
from collections import Counter
from typing import TYPE_CHECKING, Any

from engine.cli.logs import (
    BAD,
    Verdict,
    add_files,
    entries,
    games,
    place,
    replayed,
    why_illegal,
)
from engine.cli.output import counted, cut, json_line, plain, remark, utf_8

if TYPE_CHECKING:
    from engine.importers.contract import Rejected
    from engine.importers.reading import Entry
    from engine.replay import Replay


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_files(parser)
    parser.add_argument(
        "--every-ply",
        action="store_true",
        help="print every ply of every game, up to an illegal move",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")


def run(arguments: argparse.Namespace) -> int:
    verdict = Verdict()
    if arguments.every_ply:
        _every_ply(arguments, verdict)
    else:
        _each_game(arguments, verdict)
    return verdict.code


def _each_game(arguments: argparse.Namespace, verdict: Verdict) -> None:
    from engine.importers.contract import Rejected

    statuses: Counter[str] = Counter()
    last_file = None
    for entry in entries(arguments.files, verdict):
        game = replayed(entry)
        status = "unreadable" if isinstance(game, Rejected) else game.status.value
        statuses[status] += 1
        verdict.bad_game |= status in BAD
        if arguments.json:
            json_line(_rejected(entry, game) if isinstance(game, Rejected) else _told(entry, game))
            for warning in _warnings(entry, game):
                remark(f"{place(entry)}: {warning}")
            continue
        if entry.file != last_file:
            last_file = entry.file
            print(plain(utf_8(entry.file)))
        for line in _for_people(entry, game, status):
            print(plain(line))
    if not arguments.json and statuses:
        parts = [f"{count:,} {status}" for status, count in statuses.most_common()]
        print(f"{counted(statuses.total(), 'game')}: {', '.join(parts)}")


def _told(entry: "Entry", game: "Replay") -> dict[str, Any]:
    error = game.error
    return {
        "file": utf_8(entry.file),
        "line": entry.item.line,
        "id": game.log.id,
        "game": game.game.key,
        "status": game.status.value,
        "plies": game.plies,
        "scores": game.scores,
        "winners": game.winners,
        "error": {"ply": error.ply, "move": error.move, "reason": error.reason} if error else None,
        "position": game.game.position(game.state),
    }


def _rejected(entry: "Entry", rejected: "Rejected") -> dict[str, Any]:
    return {
        "file": utf_8(entry.file),
        "line": rejected.line,
        "id": rejected.id,
        "game": rejected.game,
        "status": "unreadable",
        "plies": 0,
        "scores": None,
        "winners": None,
        "error": {"ply": None, "move": None, "reason": rejected.reason},
        "position": None,
    }


def _warnings(entry: "Entry", game: "Replay | Rejected") -> list[str]:
    return [*getattr(entry.item, "warnings", ()), *getattr(game, "warnings", ())]


def _for_people(entry: "Entry", game: "Replay | Rejected", status: str) -> list[str]:
    from engine.importers.contract import Rejected

    if isinstance(game, Rejected):
        key, name, outcome = game.game or "", game.id or "", ""
        remarks = [game.reason]
        if game.text:
            remarks.append(f"it begins: {game.text}")
    else:
        key, name = game.game.key, game.log.id or ""
        outcome = f"{game.plies:>5} plies  {_outcome(game)}"
        remarks = why_illegal(game)
    lines = [f"{entry.item.line:>6}  {status:<10}  {key:<12}  {name:<24}  {outcome}".rstrip()]
    lines += [f"        {text}" for text in (*remarks, *_warnings(entry, game))]
    return lines


def _outcome(game: "Replay") -> str:
    if game.scores is None or game.winners is None:
        return ", ".join(player.name for player in game.log.players)
    return ", ".join(
        f"{player.name} {score}{' (won)' if seat in game.winners else ''}"
        for seat, (player, score) in enumerate(zip(game.log.players, game.scores, strict=True))
    )


def _every_ply(arguments: argparse.Namespace, verdict: Verdict) -> None:
    for entry, game in games(arguments.files, verdict):
        if arguments.json:
            _plies_as_json(entry, game)
        else:
            _plies_for_people(entry, game)
        for text in (*why_illegal(game), *_warnings(entry, game)):
            remark(f"{place(entry)}: {text}")


def _plies_as_json(entry: "Entry", game: "Replay") -> None:
    from engine.replay import positions

    moves = [None, *game.log.moves]
    for ply, position in enumerate(positions(game)):
        json_line(
            {
                "line": entry.item.line,
                "id": game.log.id,
                "ply": ply,
                "move": moves[ply],
                "position": position,
            }
        )


def _plies_for_people(entry: "Entry", game: "Replay") -> None:
    from engine.core.game import Kind
    from engine.replay import states

    names = [player.name for player in game.log.players]
    title = f"{place(entry)}: {game.game.name} {game.log.id or ''}".rstrip()
    print(plain(f"{title}, {', '.join(names)}: {game.status.value}"))
    print(f"{'ply':>6}  {'who':<16}  {'move':<48}  scores after it")
    for ply, state in enumerate(states(game)):
        scores = " ".join(f"{score:>3}" for score in game.game.scores(state, game.seats))
        who, move = "", "(before the first move)"
        if ply:
            row = game.ply_rows[ply - 1]
            who = "chance" if row["kind"] == Kind.CHANCE else _seat_name(names, int(row["seat"]))
            move = cut(game.log.moves[ply - 1])
        print(plain(f"{ply:>6}  {who:<16}  {move:<48}  {scores}"))


def _seat_name(names: list[str], seat: int) -> str:
    return names[seat] if 0 <= seat < len(names) else ""
