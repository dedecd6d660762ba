"""Check a China Gold board file, or work a board out from logs.

A board file names the areas of both partitions. `check` tells everything that is wrong with one;
`infer` joins what the claims in logs join, says what is certain and what is still open, and writes
the board once it is exact. Ten to thirty games are usually enough.

examples:
  hexcoach board check my-board.json
  hexcoach board infer games.hexlog more.hexlog
  hexcoach board infer games.hexlog --name "Our club's board" --out my-board.json
"""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cli.logs import Verdict, add_files, entries, replayed
from engine.cli.output import counted, json_line, plain, remark
from engine.core.errors import HexcoachError

if TYPE_CHECKING:
    from engine.games.china_gold.inference import Claim, Inference
    from engine.replay import Replay

GAME = "china_gold"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="check|infer")
    check = actions.add_parser("check", help="every constraint of a board, each fault named")
    check.add_argument("file", type=Path, metavar="FILE", help="a board file (JSON)")
    check.add_argument("--json", action="store_true", help="print one JSON object a line")
    infer = actions.add_parser("infer", help="the areas, from the claims in logs")
    add_files(infer)
    infer.add_argument("--out", type=Path, metavar="FILE", help="write the board here, once exact")
    infer.add_argument("--name", default="inferred", help="the board's name (default: inferred)")
    infer.add_argument("--json", action="store_true", help="print one JSON object a line")


def run(arguments: argparse.Namespace) -> int:
    return _check(arguments) if arguments.action == "check" else _infer(arguments)


def _check(arguments: argparse.Namespace) -> int:
    from engine.board_files import read_board_file
    from engine.games.china_gold.board import Fault, mirrors_of, read_board

    try:
        content = arguments.file.read_bytes()
    except OSError as error:
        raise HexcoachError(f"{arguments.file}: {error.strerror or error}.") from error
    found = read_board_file(content, str(arguments.file))
    board, faults = read_board(found.data)
    faults = [*faults, *(Fault("warning", remark) for remark in found.remarks)]
    errors = [fault for fault in faults if fault.level == "error"]
    if arguments.json:
        json_line(
            {
                "file": str(arguments.file),
                "ok": not errors,
                "faults": [
                    {"level": each.level, "message": each.message, "cells": list(each.cells)}
                    for each in faults
                ],
            }
        )
        return int(bool(errors))
    for fault in faults:
        print(f"{fault.level}: {plain(fault.message)}")
    if board is None or errors:
        print(f"{arguments.file}: no board to play on, {counted(len(errors), 'error')}.")
        return 1
    if board.mountains is None or board.rivers is None:
        print(f"{arguments.file}: side {board.side}, its areas are unknown.")
        return 0
    sizes = " ".join(str(size) for size in sorted(map(len, board.mountains)))
    mirrors = "with" if mirrors_of(board) else "without"
    status = plain(board.status) or "no status"
    met = (
        f"It can be played on, with {counted(len(faults), 'warning')}."
        if faults
        else "Every constraint is met."
    )
    print(
        f"{arguments.file}: {plain(board.name) or 'no name'} ({status}), side "
        f"{board.side}, {len(board.mountains)} mountains and {len(board.rivers)} rivers of sizes "
        f"{sizes}, {mirrors} a mirror between them. {met}"
    )
    return 0


def _infer(arguments: argparse.Namespace) -> int:
    from engine.games.china_gold.inference import infer_board
    from engine.importers.contract import Rejected

    verdict = Verdict()
    games: dict[int, list[list[Claim]]] = {}
    for entry in entries(arguments.files, verdict):
        where = f"{entry.file}, line {entry.item.line}"
        game = replayed(entry)
        if isinstance(game, Rejected):
            verdict.bad_game = True
            remark(f"{where}: {game.reason}")
        elif game.game.key != GAME:
            remark(f"{where}: a game of {game.game.name} is left out.")
        else:
            if game.error:
                verdict.bad_game = True
                remark(f"{where}: ply {game.error.ply}: {game.error.reason} What is before counts.")
            claims = _claims(game)
            if claims:
                games.setdefault(int(game.state.side), []).append(claims)
            else:
                remark(f"{where}: no claim is written in this log, so nothing can be learnt of it.")
    if not games:
        raise HexcoachError("No log of China Gold with `claim` lines was found.")
    if len(games) > 1:
        raise HexcoachError("The logs are of boards of both sides, 5 and 6; take one at a time.")
    ((side, played),) = games.items()
    inference = infer_board(side, played)
    if arguments.json:
        _print_json(inference)
    else:
        _print(inference)
    if arguments.out is not None:
        _write(inference, arguments)
    return max(verdict.code, int(bool(inference.contradictions)))


def _claims(game: "Replay") -> "list[Claim]":
    from engine.games.china_gold.state import CLAIM_BIT, CLAIM_ROLE_SHIFT, claim_cells

    side = int(game.state.side)
    return [
        (code >> CLAIM_ROLE_SHIFT & 1, frozenset(claim_cells(side, code)))
        for code in game.codes.tolist()
        if code & CLAIM_BIT
    ]


def _print_json(inference: "Inference") -> None:
    json_line(
        {
            "side": inference.side,
            "games": inference.games,
            "exact": inference.exact,
            "areas": inference.areas,
            "mountains": [list(piece) for piece in inference.pieces[0]],
            "rivers": [list(piece) for piece in inference.pieces[1]],
            "certain": {
                "mountains": [list(piece) for piece in inference.certain(0)],
                "rivers": [list(piece) for piece in inference.certain(1)],
            },
            "contradictions": list(inference.contradictions),
            "games_needed": inference.games_needed,
        }
    )


def _print(inference: "Inference") -> None:
    for sentence in inference.contradictions:
        print(f"contradiction: {sentence}")
    for role, name in enumerate(("mountains", "rivers")):
        certain = set(inference.certain(role))
        pieces = inference.pieces[role]
        print(f"{name}: {len(pieces)} pieces, the board has {inference.areas}")
        for piece in pieces:
            print(f"  {'certain' if piece in certain else 'open   '}  {' '.join(piece)}")
    games = counted(inference.games, "game")
    if inference.exact:
        print(f"{games}: the board is exact.")
    elif inference.contradictions:
        print(f"{games}: no number of games settles what is contradicted; leave out the wrong one.")
    elif inference.games_needed is None:
        print(f"{games}: too few to say how many more are needed.")
    else:
        more = counted(inference.games_needed, "more game")
        print(f"{games}: pieces are still open; about {more} should settle them.")


def _write(inference: "Inference", arguments: argparse.Namespace) -> None:
    if not inference.exact:
        raise HexcoachError(f"{arguments.out} is not written: the board is not exact yet.")
    board = inference.board(arguments.name).to_json()
    try:
        arguments.out.write_text(json.dumps(board, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise HexcoachError(f"{arguments.out}: {error.strerror or error}.") from error
    remark(f"{arguments.out} is written.")
