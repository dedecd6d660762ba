"""The board of an exercise: the game up to there as the seat saw it, and moves drawn on it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from dashboard.boards import boards
from dashboard.boards.scene import Position
from dashboard.components import replay
from dashboard.components.replay.film import PlyText, film, told_review
from dashboard.verdicts import Speech
from data.answers import Question
from engine.core.effects import NOWHERE
from engine.core.game import Kind
from engine.hex.axial import Cell, distance


@dataclass(frozen=True, slots=True)
class Scene:
    """What is needed to show an exercise and to speak of it."""

    film: bytes
    ply: int
    position: Position
    speech: Speech


def set_up(question: Question) -> Scene:
    """Every position up to the exercise, with nothing in it that the seat did not know."""
    played, ply = question.replay, question.decision.ply
    board = boards()[played.game.key]
    setting = board.setting(msgspec.structs.replace(played.log, moves=played.log.moves[:ply]))
    positions: list[Mapping[str, Any]] = [
        played.game.position(question.view_at(step)) for step in range(ply + 1)
    ]
    plies = [
        PlyText(
            move=move,
            seat=int(row["seat"]),
            turn=int(row["turn"]),
            chance=int(row["kind"]) == Kind.CHANCE,
        )
        for move, row in zip(question.seen_moves(), played.ply_rows[:ply], strict=True)
    ]
    reach = max(
        (
            distance(Cell(effect["q"], effect["r"]), Cell(0, 0))
            for effect in played.effects
            if effect["q"] != NOWHERE
        ),
        default=0,
    )
    return Scene(
        film=film(board, setting, positions, plies),
        ply=ply,
        position=positions[-1],
        speech=Speech(played.game.key, board, setting, int(reach)),
    )


def show(scene: Scene, key: str, moves: Mapping[str, str]) -> None:
    """The board at the exercise; `moves` are drawn on it, each with the name of its paint, the
    first one on top."""
    marks: dict[str, str] = {}
    arrows: dict[str, str] = {}
    tag = ""
    for move, paint in moves.items():
        touched = scene.speech.board.touched(move, scene.position, scene.speech.setting)
        marks = marks | {one: paint for one in touched.marks if one not in marks}
        arrows = arrows | {one: paint for one in touched.arrows if one not in arrows}
        tag = tag or touched.tag
    drawn = {"marks": marks, "arrows": arrows, "tag": tag}
    said = {"label": "", "mistake": False, "lines": [], "facts": [], "better": drawn}
    told = told_review(msgspec.json.encode({str(scene.ply): said} if moves else {}))
    replay.show(scene.film, key=key, start=scene.ply, review=told)
