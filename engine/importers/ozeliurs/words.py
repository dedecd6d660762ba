"""The simulator's words for plots, cards, cells and weather, in ours.

Its axial coordinates have our directions, so cells need no turning; its two-colour diamonds are
the same mirrored, so they tell of no handedness either.
"""

import re

Cell = tuple[int, int]

COLOURS = ("green", "yellow", "pink")
IMPROVEMENTS = ("watershed", "fertilizer", "enclosure")
FACES = {
    "Sunny": "sun",
    "Rainy": "rain",
    "Windy": "wind",
    "Stormy": "storm",
    "Cloudy": "clouds",
    "QuestionMark": "any",
}
SHAPES = {"Line": "straight", "Curve": "curve", "Triangle": "triangle", "Diamond": "diamond"}
SEVERAL = {
    ("green", 3, 4): "gardener:green-3x4",
    ("yellow", 3, 3): "gardener:yellow-3x3",
    ("pink", 3, 2): "gardener:pink-3x2",
}

_NUMBER = r"(-?\d{1,4})(?:\.0+)?"
_VECTOR = re.compile(rf"Vector\[q={_NUMBER}, r={_NUMBER}, s={_NUMBER}\]")
_TILE = re.compile(r"Tile\{type=(\w+), color=(\w+), improvement=(\w+)\}")
_PATTERN = re.compile(r"Pattern Objective <(\w+)\{(\w+)(?:, ?(\w+))?\}>")
_PANDA = re.compile(r"Panda Objective <\{(.*)\} high>")
_GARDENER = re.compile(r"Single Gardener Objective <(\w+) bamboo, (\d) high, (\w+) improvement>")
_GARDENERS = re.compile(r"Multiple Gardener Objective <(Single .*>), (\d) times>")

_PLOT_ORDER = [
    colour if improvement is None else f"{colour}+{improvement}"
    for colour in COLOURS
    for improvement in (None, *IMPROVEMENTS)
]


class Unmapped(ValueError):
    """The simulator's text stands for nothing in the game as it is played here."""


def face(word: str) -> str:
    if word not in FACES:
        raise Unmapped
    return FACES[word]


def improvement(word: str) -> str:
    return _known(word.lower(), IMPROVEMENTS)


def cells(text: str, number: int) -> list[Cell]:
    """The so many vectors in the text."""
    found = []
    for q, r, s in _VECTOR.findall(text):
        if int(q) + int(r) + int(s) != 0:
            raise Unmapped
        found.append((int(q), int(r)))
    if len(found) != number:
        raise Unmapped
    return found


def cell(text: str) -> Cell:
    return cells(text, 1)[0]


def cell_text(place: Cell) -> str:
    return f"{place[0]},{place[1]}"


def plots(text: str) -> list[str]:
    """The tiles in the text as plots, in the order of a draw."""
    found = [
        _known(colour.lower(), COLOURS) + ("" if chip == "null" else f"+{improvement(chip)}")
        for _, colour, chip in _TILE.findall(text)
    ]
    if not found or len(found) != text.count("Tile{"):
        raise Unmapped
    return sorted(found, key=_PLOT_ORDER.index)


def card(text: str) -> str:
    """An objective as our card."""
    if match := _PATTERN.fullmatch(text):
        return _plot_card(match[1], [colour for colour in match.groups()[1:] if colour])
    if match := _PANDA.fullmatch(text):
        return _panda_card(match[1])
    if match := _GARDENER.fullmatch(text):
        return _gardener_card(match[1], match[2], match[3])
    if (match := _GARDENERS.fullmatch(text)) and (one := _GARDENER.fullmatch(match[1])):
        wanted = (one[1].lower(), int(one[2]), int(match[2]))
        if wanted in SEVERAL:
            return SEVERAL[wanted]
    raise Unmapped


def _plot_card(shape: str, colours: list[str]) -> str:
    named = sorted((_known(colour.lower(), COLOURS) for colour in colours), key=COLOURS.index)
    if shape == "MixedColorsDiamond" and len(set(named)) == 2:
        return f"plot:{named[0]}-{named[1]}-diamond"
    if shape in SHAPES and len(named) == 1:
        return f"plot:{named[0]}-{SHAPES[shape]}"
    raise Unmapped


def _panda_card(sections: str) -> str:
    wanted = dict(pair.split("=", 1) for pair in sections.lower().split(", ") if "=" in pair)
    if wanted == dict.fromkeys(COLOURS, "1"):
        return "panda:three-colours"
    if len(wanted) == 1 and "2" in wanted.values():
        return f"panda:{_known(next(iter(wanted)), COLOURS)}-2"
    raise Unmapped


def _gardener_card(colour: str, height: str, chip: str) -> str:
    if height != "4":
        raise Unmapped
    wanted = "bare" if chip == "NONE" else improvement(chip)
    return f"gardener:{_known(colour.lower(), COLOURS)}-4-{wanted}"


def _known(word: str, words: tuple[str, ...]) -> str:
    if word not in words:
        raise Unmapped
    return word
