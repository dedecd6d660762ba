"""The 45 objective cards of Takenoko and what the garden must show for them."""

from collections import Counter

from tests.oracle.takenoko_garden import CLOCKWISE, COLOURS, TALLEST, Cell, Garden, step, turned

DECKS = ("plot", "gardener", "panda")

PLOT_CARDS = {
    "plot:green-triangle": 2,
    "plot:green-straight": 2,
    "plot:green-curve": 2,
    "plot:yellow-triangle": 3,
    "plot:yellow-straight": 3,
    "plot:yellow-curve": 3,
    "plot:pink-triangle": 4,
    "plot:pink-straight": 4,
    "plot:pink-curve": 4,
    "plot:green-diamond": 3,
    "plot:yellow-diamond": 4,
    "plot:pink-diamond": 5,
    "plot:green-yellow-diamond": 3,
    "plot:green-pink-diamond": 4,
    "plot:yellow-pink-diamond": 5,
}
GARDENER_CARDS = {
    "gardener:green-4-fertilizer": 3,
    "gardener:green-4-watershed": 4,
    "gardener:green-4-enclosure": 4,
    "gardener:green-4-bare": 5,
    "gardener:yellow-4-fertilizer": 4,
    "gardener:yellow-4-watershed": 5,
    "gardener:yellow-4-enclosure": 5,
    "gardener:yellow-4-bare": 6,
    "gardener:pink-4-fertilizer": 5,
    "gardener:pink-4-watershed": 6,
    "gardener:pink-4-enclosure": 6,
    "gardener:pink-4-bare": 7,
    "gardener:green-3x4": 8,
    "gardener:yellow-3x3": 7,
    "gardener:pink-3x2": 6,
}
PANDA_CARDS = {"panda:green-2": 3, "panda:yellow-2": 4, "panda:pink-2": 5, "panda:three-colours": 6}
PANDA_COPIES = {
    "panda:green-2": 5,
    "panda:yellow-2": 4,
    "panda:pink-2": 3,
    "panda:three-colours": 3,
}

POINTS = PLOT_CARDS | GARDENER_CARDS | PANDA_CARDS


def deck_of(card: str) -> str:
    """The deck of a card, known or `?`: the word before the colon."""
    return card.split(":", maxsplit=1)[0]


def full_deck(deck: str) -> Counter[str]:
    """All 15 cards of a deck."""
    if deck == "panda":
        return Counter(PANDA_COPIES)
    return Counter(list(PLOT_CARDS if deck == "plot" else GARDENER_CARDS))


def price(card: str) -> dict[str, int]:
    """The bamboo sections that a panda card names."""
    if card == "panda:three-colours":
        return dict.fromkeys(COLOURS, 1)
    colour = card.removeprefix("panda:").removesuffix("-2")
    return {colour: 2}


def shows(garden: Garden, card: str, diamond: str, heights: str) -> bool:
    """Whether the garden shows a plot or gardener card now.

    `diamond` is the handedness of two-colour diamonds (`clockwise`, `counterclockwise`, `any`),
    `heights` how the sections on the `3x` cards count (`exactly`, `at_least`).
    """
    if deck_of(card) == "plot":
        return _shows_pattern(garden, card.removeprefix("plot:"), diamond)
    return _shows_bamboo(garden, card.removeprefix("gardener:"), heights)


def _shows_bamboo(garden: Garden, wanted: str, heights: str) -> bool:
    colour, rest = wanted.split("-", 1)
    plots = [plot for plot in garden.plots.values() if plot.colour == colour]
    if rest.startswith("4-"):
        improvement = None if rest == "4-bare" else rest.removeprefix("4-")
        return any(plot.bamboo == TALLEST and plot.improvement == improvement for plot in plots)
    tall, many = (int(number) for number in rest.split("x"))
    if heights == "exactly":
        return sum(plot.bamboo == tall for plot in plots) >= many
    return sum(plot.bamboo >= tall for plot in plots) >= many


def _shows_pattern(garden: Garden, wanted: str, diamond: str) -> bool:
    *colours, shape = wanted.split("-")
    # Plot cards want every cell irrigated.
    wet = {cell: plot.colour for cell, plot in garden.plots.items() if garden.is_irrigated(cell)}
    first, second = colours[0], colours[-1]
    for cell in [cell for cell, colour in wet.items() if colour == first]:
        for way in CLOCKWISE:
            for one, other in _placements(shape, cell, way, len(colours) == 2, diamond):
                if all(wet.get(there) == first for there in one) and all(
                    wet.get(there) == second for there in other
                ):
                    return True
    return False


def _placements(
    shape: str, cell: Cell, way: Cell, two_colours: bool, diamond: str
) -> list[tuple[list[Cell], list[Cell]]]:
    """The cells of the first and of the second colour, with the shape put at `cell` along `way`."""
    if shape == "triangle":
        return [([cell, step(cell, way), step(cell, turned(way, 1))], [])]
    if shape == "straight":
        return [([cell, step(cell, way), step(step(cell, way), way)], [])]
    if shape == "curve":
        return [([cell, step(cell, way), step(cell, turned(way, 2))], [])]
    clockwise = turned(way, 1)
    counterclockwise = turned(way, -1)
    if not two_colours or diamond == "clockwise":
        beside = [clockwise]
    elif diamond == "counterclockwise":
        beside = [counterclockwise]
    else:
        beside = [clockwise, counterclockwise]
    return [
        ([cell, step(cell, way)], [step(cell, aside), step(step(cell, way), aside)])
        for aside in beside
    ]
