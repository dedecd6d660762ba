"""What a review says of each ply, in words, and the better move as the board draws it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
import polars as pl

from dashboard.boards.scene import Board, Position, Setting, Touched
from dashboard.naming import objective_name, seat_name
from dashboard.texts import catalogue, plain_words, text, word
from engine.analysis.judgement import LEAST_THRESHOLD, Label
from engine.analysis.reasons import Reason
from engine.analysis.review import Chance, Decision, Review, TurnLoss

LABELLED = (Label.INACCURACY, Label.MISTAKE, Label.BLUNDER)
GOOD = "gain-"
"""How the keys of facts begin that are good for the seat."""


@dataclass(frozen=True, slots=True)
class Speech:
    """What sentences about one game need to know of it."""

    game: str
    board: Board
    setting: Setting
    reach: int
    """The greatest distance of any cell from `0,0`."""


@dataclass(slots=True)
class PlyVerdict:
    """All that is said of one ply; plain data for the browser."""

    label: str = ""
    """A key of the catalogue; empty for what is no decision."""
    name: str = ""
    symbol: str = ""
    mistake: bool = False
    lines: list[str] = field(default_factory=list)
    facts: list[dict[str, Any]] = field(default_factory=list)
    """Each with `good`, `cost` (whether the rules tell what it cost) and `text`, dearest first."""
    better: dict[str, Any] = field(default_factory=dict)
    """`marks`, `arrows` and `tag` of the better move."""


def points(value: float, *, sign: bool = False) -> str:
    """Expected score as points of 100."""
    shown = f"{100 * value:{'+' if sign else ''}.1f}".replace("-", "−")
    return shown.replace("−0.0", "0.0").replace("+0.0", "0.0")


def average(value: float, *, sign: bool = False) -> str:
    """A mean of things counted, such as points or turns."""
    return f"{value:{'+' if sign else ''}.1f}".replace("-", "−")


def label_name(label: str) -> str:
    return word("", "label", label)


def label_mark(label: str) -> str:
    """A label that can be told from others without colour."""
    return f"{word('', 'symbol', label)} {label_name(label)}"


def verdicts(
    review: Review,
    findings: pl.DataFrame,
    position_before: Callable[[int], Position],
    speech: Speech,
) -> dict[int, PlyVerdict]:
    """By the ply after the move, as the replay counts; `findings` as `StoredReview` has them,
    `position_before` gives the position in which a ply was played."""
    found: dict[int, PlyVerdict] = {}
    turns = {(turn.turn, turn.seat): turn for turn in review.turns}
    for decision in review.decisions:
        verdict = found.setdefault(decision.ply + 1, PlyVerdict())
        verdict.label = decision.label
        verdict.name = label_name(decision.label)
        verdict.symbol = word("", "symbol", decision.label)
        verdict.mistake = decision.label in LABELLED
        verdict.lines += decision_lines(decision, turns[decision.turn, decision.seat], speech)
        if verdict.mistake and decision.best != decision.played:
            verdict.better = _drawn(
                speech.board.touched(decision.best, position_before(decision.ply), speech.setting)
            )
    for chance in review.chances:
        found.setdefault(chance.ply + 1, PlyVerdict()).lines.append(luck_line(chance, speech))
    for row in sorted(findings.iter_rows(named=True), key=_by_cost):
        fact = {
            "good": row["key"].startswith(GOOD),
            "cost": bool(row["points"]),
            "text": fact_text(row, speech),
        }
        found.setdefault(row["ply"] + 1, PlyVerdict()).facts.append(fact)
    return found


def _by_cost(row: Mapping[str, Any]) -> tuple[float, bool]:
    """What is known to cost most first, what is good last; else as they were found."""
    return -(row["points"] or 0.0), row["key"].startswith(GOOD)


def encoded(found: Mapping[int, PlyVerdict]) -> bytes:
    """For the browser."""
    return msgspec.json.encode({str(ply): verdict for ply, verdict in found.items()})


def _drawn(touched: Touched) -> dict[str, Any]:
    return {
        "marks": dict.fromkeys(touched.marks, "better"),
        "arrows": dict.fromkeys(touched.arrows, "better"),
        "tag": touched.tag,
    }


def decision_lines(decision: Decision, turn: TurnLoss, speech: Speech) -> list[str]:
    """One decision in sentences, what it cost first."""
    lines = [_cost(decision)]
    if decision.best != decision.played:
        if decision.label in LABELLED:
            lines.append(text("verdict.better", move=decision.best))
        elif decision.label == Label.CLOSE:
            lines.append(text("verdict.perhaps", move=decision.best))
    if decision.label in LABELLED:
        lines += _of_mistake(decision, speech)
    if turn.first_ply != turn.last_ply and turn.high >= LEAST_THRESHOLD:
        lines.append(
            text(
                "verdict.turn",
                first=turn.first_ply + 1,
                last=turn.last_ply + 1,
                loss=points(turn.loss),
                low=points(turn.low),
                high=points(turn.high),
                label=label_name(turn.label),
            )
        )
    return lines


def _cost(decision: Decision) -> str:
    if decision.other_order:
        return text("verdict.order")
    numbers = {
        "loss": points(decision.loss),
        "low": points(decision.low),
        "high": points(decision.high),
        "samples": decision.samples,
    }
    if decision.label in LABELLED:
        return text("verdict.lost_exact" if decision.exact else "verdict.lost", **numbers)
    if decision.label == Label.CLOSE:
        return text("verdict.close", **numbers)
    return text("verdict.nothing_exact" if decision.exact else "verdict.nothing", **numbers)


def _of_mistake(decision: Decision, speech: Speech) -> Iterable[str]:
    players = speech.setting.players
    if decision.as_good:
        yield text("verdict.as_good", moves=", ".join(decision.as_good))
    scores = ", ".join(
        text("verdict.score", player=player, best=points(best), played=points(played))
        for player, best, played in zip(
            players, decision.value_best, decision.value_played, strict=True
        )
    )
    yield text("verdict.scores", scores=scores)
    for reason in decision.reasons:
        told = reason_text(reason, decision, speech)
        yield told if reason.supports else text("verdict.in_spite", told=told)
    if decision.gained_by is not None:
        player = players[decision.gained_by]
        if decision.punished is None:
            yield text("verdict.gained", player=player)
        else:
            yield text(
                "verdict.gained_kept" if decision.punished else "verdict.gained_lost",
                player=player,
            )
    if decision.avoidable:
        yield text("verdict.avoidable")
    else:
        yield text("verdict.hard", difficulty=points(decision.difficulty))


def reason_text(reason: Reason, decision: Decision, speech: Speech) -> str:
    """What the better move would have changed, in terms of the game."""
    kind, measure = reason.kind, reason.measure
    if measure == "fact":
        side = "best" if reason.after_best > reason.after_played else "played"
        kind, measure = f"{kind}_{side}", f"{measure}_{side}"
    # Reviews by an older evaluator may hold what has no sentence any more.
    keys = (f"{speech.game}.reason.{kind}", f"reason.{measure}", "reason.mean")
    template = next(catalogue()[key] for key in keys if key in catalogue())

    def number(value: float, *, sign: bool = False) -> str:
        if reason.measure == "chance":
            return f"{100 * value:{'+' if sign else ''}.0f}".replace("-", "−")
        if reason.measure == "number":
            return f"{value:g}"
        return average(value, sign=sign)

    told = template.format(
        player=speech.setting.players[reason.seat],
        what=_named(speech.game, reason.what) if reason.what else "",
        cell=""
        if reason.cell is None
        else speech.board.cell_name(*reason.cell, reach=speech.reach),
        kind=plain_words(reason.kind),
        best=number(reason.after_best),
        played=number(reason.after_played),
        better=decision.best,
        move=decision.played,
    )
    if not reason.samples:
        return told
    return text(
        "reason.sampled",
        told=told,
        difference=number(reason.after_best - reason.after_played, sign=True),
        low=number(reason.low, sign=True),
        high=number(reason.high, sign=True),
        samples=reason.samples,
    )


def luck_line(chance: Chance, speech: Speech) -> str:
    """What one outcome of chance did to every seat."""
    if not chance.covered:
        return text("verdict.uncovered")
    players = speech.setting.players
    parts = [
        text(
            "verdict.luck_part",
            player=player,
            luck=points(luck, sign=True),
            low=points(low, sign=True),
            high=points(high, sign=True),
        )
        for player, luck, low, high in zip(
            players, chance.luck, chance.low, chance.high, strict=True
        )
    ]
    return text("verdict.luck", parts=", ".join(parts))


class _Named(dict[str, object]):
    """A sentence may name what one finding of its kind has and another lacks."""

    def __missing__(self, key: str) -> str:
        return "–"


def fact_text(row: Mapping[str, Any], speech: Speech) -> str:
    """A fact found without search; one that has no sentence yet is told in plain words.

    `row`: key, seat, points, q, r, words (JSON), as `StoredReview.findings` has it.
    """
    template = catalogue().get(f"{speech.game}.finding.{row['key']}")
    cell = "" if row["q"] is None else speech.board.cell_name(row["q"], row["r"], speech.reach)
    if template is None:
        template = f"{plain_words(row['key'].removeprefix(GOOD))} {{cell}}"
    players = speech.setting.players
    words: dict[str, str | int] = msgspec.json.decode(row["words"])
    values = _Named(player=players[row["seat"]], cell=cell)
    cost = None if row["points"] is None else f"{row['points']:g}"
    if cost is not None:
        values["points"] = cost
    for name, value in words.items():
        if name == "other":
            seat = int(value)
            values[name] = players[seat] if seat < len(players) else seat_name(seat)
        else:
            values[name] = value if isinstance(value, int) else _named(speech.game, value)
    told = template.format_map(values).strip()
    if cost is not None and "{points}" not in template:
        told = text("verdict.cost", told=told, points=cost)
    return told


def _named(game: str, value: str) -> str:
    """A word of the game, such as it is used within a sentence."""
    name = word(game, "what", value)
    return objective_name(game, value) if name == plain_words(value) else name
