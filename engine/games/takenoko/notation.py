"""Moves as text, `lay green 0,1 with fertilizer`, and back."""

import re
from collections.abc import Callable, Sequence

from engine.core.errors import UnreadableMove
from engine.core.ids import MoveCode
from engine.games.takenoko import moves
from engine.games.takenoko.components import (
    BARE,
    CARD_TEXTS,
    CARDS,
    CHIPS,
    DECKS,
    IMPROVEMENTS,
    NO_PLOT,
    PLOT_TEXTS,
    UNKNOWN_CARD,
    UNKNOWN_PLOT,
    WEATHERS,
)

UNKNOWN = "?"
ANY_UNKNOWN_CARD = UNKNOWN_CARD + len(DECKS)
"""`drawn ?`: an unknown card of whichever deck is drawn from."""
KNOWN_CARDS = {text: card for card, text in enumerate(CARD_TEXTS[:CARDS])}
_PLOTS = {text: kind for kind, text in enumerate(PLOT_TEXTS)}
_CARDS = {text: card for card, text in enumerate(CARD_TEXTS)} | {UNKNOWN: ANY_UNKNOWN_CARD}
_CHIPS = {text: IMPROVEMENTS.index(text) for text in CHIPS}
_WEATHERS = {text: weather for weather, text in enumerate(WEATHERS) if text}
_CELL = re.compile(r"([+-]?\d{1,6}),([+-]?\d{1,6})", re.ASCII)
_LONGEST_SHOWN = 60


def _shown(text: str) -> str:
    return repr(text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "…")


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _named(word: str, table: dict[str, int], what: str) -> int:
    found = table.get(word)
    if found is None:
        raise UnreadableMove(f"{_shown(word)} is no {what}; write {_listed(list(table))}.")
    return found


def _card(word: str) -> int:
    found = _CARDS.get(word)
    if found is not None:
        return found
    deck = word.partition(":")[0]
    if deck not in DECKS:
        raise UnreadableMove(
            f"{_shown(word)} is no card; a card is written as its deck and name, "
            "such as plot:green-triangle, gardener:pink-3x2 or panda:yellow-2."
        )
    names = [text for text in KNOWN_CARDS if text.startswith(deck + ":")]
    raise UnreadableMove(f"{_shown(word)} is no {deck} card; those are {_listed(names)}.")


def _plot(word: str) -> int:
    found = _PLOTS.get(word)
    if found is None:
        raise UnreadableMove(
            f"{_shown(word)} is no plot; a plot is green, yellow or pink, perhaps with its "
            "improvement: green+watershed, pink+fertilizer, yellow+enclosure."
        )
    return found


def _cell(word: str) -> tuple[int, int]:
    match = _CELL.fullmatch(word)
    if match is None:
        raise UnreadableMove(
            f"{_shown(word)} is no cell; a cell is two whole numbers with a comma, such as 1,-1."
        )
    q, r = int(match[1]), int(match[2])
    if max(abs(q), abs(r)) > moves.FARTHEST:
        raise UnreadableMove(
            f"No garden reaches the cell {q},{r}; plots lie within 14 steps of the pond at 0,0."
        )
    return q, r


def _plain(kind: int) -> Callable[[list[str]], int | None]:
    return lambda words: moves.plain(kind) if not words else None


def _naming(kind: int, table: dict[str, int], what: str) -> Callable[[list[str]], int | None]:
    def read(words: list[str]) -> int | None:
        return moves.naming(kind, _named(words[0], table, what)) if len(words) == 1 else None

    return read


def _at_cell(kind: int) -> Callable[[list[str]], int | None]:
    return lambda words: moves.at_cell(kind, *_cell(words[0])) if len(words) == 1 else None


def _drawn(words: list[str]) -> int | None:
    if len(words) == 1 and (words[0] == UNKNOWN or ":" in words[0]):
        return moves.naming(moves.DRAWN_CARD, _card(words[0]))
    if not 1 <= len(words) <= 3:
        return None
    plots = sorted(_plot(word) for word in words) + [NO_PLOT] * (3 - len(words))
    return moves.naming_three(moves.DRAWN_PLOTS, *plots)


def _lay(words: list[str]) -> int | None:
    chip = BARE
    if len(words) == 4 and words[2] == "with":
        chip = _named(words[3], _CHIPS, "chip")
    elif len(words) != 2:
        return None
    kind = _plot(words[0])
    if kind == UNKNOWN_PLOT:
        raise UnreadableMove(
            "An unknown plot cannot be laid; write which one it was, as in lay green 0,1."
        )
    return moves.naming_at(moves.LAY, kind, chip, *_cell(words[1]))


def _irrigate(words: list[str]) -> int | None:
    if len(words) != 2:
        return None
    one, other = sorted(_cell(word) for word in words)
    return moves.between(moves.IRRIGATE, *one, *other)


def _improve(words: list[str]) -> int | None:
    if len(words) != 2:
        return None
    chip = _named(words[0], _CHIPS, "chip")
    return moves.naming_at(moves.IMPROVE, chip, BARE, *_cell(words[1]))


def _complete(words: list[str]) -> int | None:
    if len(words) != 1:
        return None
    card = _card(words[0])
    if card >= CARDS:
        raise UnreadableMove(
            "A completed card is known: write its name, as in complete panda:green-2."
        )
    return moves.naming(moves.COMPLETE, card)


_READERS: dict[str, tuple[Callable[[list[str]], int | None], str]] = {
    "weather": (_naming(moves.THROW, _WEATHERS, "face of the weather die"), "weather rain"),
    "choose": (
        _naming(
            moves.CHOOSE,
            {text: weather for text, weather in _WEATHERS.items() if text != "any"},
            "weather to choose",
        ),
        "choose sun",
    ),
    "rain": (_at_cell(moves.RAIN_ON), "rain 1,-1"),
    "storm": (_at_cell(moves.STORM_TO), "storm 1,-1"),
    "chip": (_naming(moves.TAKE_CHIP, _CHIPS, "chip"), "chip fertilizer"),
    "skip": (_plain(moves.SKIP), "skip"),
    "plots": (_plain(moves.PLOTS_ACTION), "plots"),
    "drawn": (_drawn, "drawn green pink+watershed ? or drawn panda:green-2"),
    "lay": (_lay, "lay green 0,1 or lay green 0,1 with fertilizer"),
    "channel": (_plain(moves.CHANNEL), "channel"),
    "gardener": (_at_cell(moves.GARDENER), "gardener 0,2"),
    "panda": (_at_cell(moves.PANDA), "panda 0,2"),
    "card": (
        _naming(moves.CARD, {text: deck for deck, text in enumerate(DECKS)}, "deck"),
        "card panda",
    ),
    "irrigate": (_irrigate, "irrigate 0,1 1,0"),
    "improve": (_improve, "improve watershed 0,1"),
    "complete": (_complete, "complete plot:green-triangle"),
    "end": (_plain(moves.END), "end"),
}


def format_cell_of(move: int) -> str:
    """The first cell that a move names."""
    return f"{moves.q_of(move)},{moves.r_of(move)}"


def format_other_cell_of(move: int) -> str:
    """The second cell that a move names."""
    return f"{moves.other_q_of(move)},{moves.other_r_of(move)}"


def plots_of(move: int) -> list[int]:
    """The kinds of plot in a draw."""
    kinds = (moves.what_of(move), moves.second_of(move), moves.third_of(move))
    return [kind for kind in kinds if kind != NO_PLOT]


class TakenokoNotation:
    """The words of the game; one for all gardens."""

    def parse(self, text: str) -> MoveCode:
        words = text.lower().split()
        if not words:
            raise UnreadableMove("The move is empty; write, for example, plots or panda 0,1.")
        reader, example = _READERS.get(words[0], (None, ""))
        if reader is None:
            raise UnreadableMove(
                f"{_shown(words[0])} begins no move; a move begins with {_listed(list(_READERS))}."
            )
        move = reader(words[1:])
        if move is None:
            raise UnreadableMove(f"{_shown(text.strip())} cannot be read; write it as: {example}.")
        return MoveCode(int(move))

    def format(self, move: MoveCode) -> str:
        kind, what = moves.kind_of(move), moves.what_of(move)
        cell = format_cell_of(move)
        match kind:
            case moves.THROW:
                return f"weather {WEATHERS[what]}"
            case moves.CHOOSE:
                return f"choose {WEATHERS[what]}"
            case moves.RAIN_ON:
                return f"rain {cell}"
            case moves.STORM_TO:
                return f"storm {cell}"
            case moves.TAKE_CHIP:
                return f"chip {IMPROVEMENTS[what]}"
            case moves.DRAWN_PLOTS:
                return " ".join(["drawn", *(PLOT_TEXTS[kind] for kind in plots_of(move))])
            case moves.LAY:
                chip = moves.second_of(move)
                with_chip = "" if chip == BARE else f" with {IMPROVEMENTS[chip]}"
                return f"lay {PLOT_TEXTS[what]} {cell}{with_chip}"
            case moves.GARDENER:
                return f"gardener {cell}"
            case moves.PANDA:
                return f"panda {cell}"
            case moves.CARD:
                return f"card {DECKS[what]}"
            case moves.DRAWN_CARD:
                return f"drawn {UNKNOWN if what == ANY_UNKNOWN_CARD else CARD_TEXTS[what]}"
            case moves.IRRIGATE:
                return f"irrigate {cell} {format_other_cell_of(move)}"
            case moves.IMPROVE:
                return f"improve {IMPROVEMENTS[what]} {cell}"
            case moves.COMPLETE:
                return f"complete {CARD_TEXTS[what]}"
            case moves.SKIP:
                return "skip"
            case moves.PLOTS_ACTION:
                return "plots"
            case moves.CHANNEL:
                return "channel"
            case moves.END:
                return "end"
        raise ValueError(f"no move has the code {move}")


NOTATION = TakenokoNotation()
