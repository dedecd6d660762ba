"""What each ply did, in words: the effects of a replay, one line for those of a kind."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from dashboard.boards import boards
from dashboard.components.replay.film import PlyText
from dashboard.naming import player_name, what_name
from dashboard.texts import catalogue, plain_words
from engine.core.effects import NOWHERE
from engine.core.game import Kind
from engine.hex.axial import Cell, distance
from engine.replay import Replay

TOLD_AT_ONCE = 8
"""Names listed in one line; of more only the number is told."""


def ply_texts(replay: Replay) -> list[PlyText]:
    """One entry for each ply that could be played."""
    told = dict(_told(replay))
    notes = replay.log.notes or {}
    return [
        PlyText(
            move=replay.log.moves[ply].strip(),
            seat=int(row["seat"]),
            turn=int(row["turn"]),
            chance=int(row["kind"]) == Kind.CHANCE,
            events=told.get(ply, ()),
            note=notes.get(str(ply), ""),
        )
        for ply, row in enumerate(replay.ply_rows)
    ]


def opening_texts(replay: Replay) -> Sequence[str]:
    """What holds before the first move."""
    return dict(_told(replay)).get(-1, ())


def reach_of(replay: Replay) -> int:
    """The greatest distance from `0,0` of any cell where something happened."""
    q, r = (replay.effects[name].astype(int) for name in ("q", "r"))
    there = (q != NOWHERE) & (r != NOWHERE)
    return max(
        (
            distance(Cell(*cell), Cell(0, 0))
            for cell in zip(q[there].tolist(), r[there].tolist(), strict=True)
        ),
        default=0,
    )


def _told(replay: Replay) -> Iterator[tuple[int, list[str]]]:
    """Plies that have effects, and the lines that tell them."""
    rows = [dict(zip(row.dtype.names or (), row.item(), strict=True)) for row in replay.effects]
    reach = reach_of(replay)
    for ply, of_ply in groupby(rows, key=lambda row: row["ply"]):
        kinds: dict[tuple[int, int, int], list[dict[str, Any]]] = {}
        for row in of_ply:
            kinds.setdefault((row["kind"], row["seat"], row["cause"]), []).append(row)
        lines = [_line(replay, alike, reach) for alike in kinds.values()]
        told = [line for line in lines if line]
        if told:
            yield int(ply), told


def _line(replay: Replay, alike: list[dict[str, Any]], reach: int) -> str:
    """One sentence for effects of one kind, seat and cause; empty if they are not told."""
    game = replay.game
    kind = game.effect_kinds[alike[0]["kind"]]
    cause = game.vocabulary[alike[0]["cause"]]
    template = _template(game.key, kind, cause)
    if not template:
        return ""
    board = boards()[game.key]
    whats = dict.fromkeys(
        what_name(game.key, kind, game.vocabulary[row["what"]]) for row in alike if row["what"]
    )
    cells = dict.fromkeys(
        board.cell_name(row["q"], row["r"], reach) for row in alike if row["q"] != NOWHERE
    )
    others = dict.fromkeys(
        board.cell_name(row["other_q"], row["other_r"], reach)
        for row in alike
        if row["other_q"] != NOWHERE
    )
    seat = alike[0]["seat"]
    return template.format(
        player=player_name(replay.log.players[seat].name, seat) if 0 <= seat < replay.seats else "",
        what=_list(whats),
        cells=_list(cells),
        other=_list(others),
        amount=sum(row["amount"] for row in alike),
        count=len(alike),
    )


def _template(game: str, kind: str, cause: str) -> str:
    """The sentence of a kind of effect, a game's own before the shared one."""
    for key in (
        f"{game}.effect.{kind}-{cause}",
        f"{game}.effect.{kind}",
        f"effect.{kind}-{cause}",
        f"effect.{kind}",
    ):
        if key in catalogue():
            return catalogue()[key]
    return f"{plain_words(kind)} {{what}} {{cells}}"


def _list(names: dict[str, None]) -> str:
    if len(names) > TOLD_AT_ONCE:
        return str(len(names))
    # Cells and some cards have a comma in their own name.
    return ("; " if any("," in name for name in names) else ", ").join(names)
