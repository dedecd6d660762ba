"""What the table knows of the face-down plots and cards.

A pile has a part above, in random order, and a part below, of what was put back under it. The
part below is drawn only when the part above has run out; it then becomes the part above.
"""

from collections import Counter
from itertools import combinations_with_replacement

from tests.oracle.takenoko_garden import CHIPS, COLOURS

UNKNOWN = "?"
PLOT_ORDER = [
    colour if chip is None else f"{colour}+{chip}" for colour in COLOURS for chip in (None, *CHIPS)
]


def in_canonical_order(plots: list[str]) -> list[str]:
    """Green, yellow, pink, then bare, watershed, fertilizer, enclosure; `?` last."""
    return sorted(plots, key=[*PLOT_ORDER, UNKNOWN].index)


def contains(whole: Counter[str], part: Counter[str]) -> bool:
    return not part - whole


class PlotPile:
    """The pile of plots, with the three drawn ones until one of them is laid.

    `unlaid` is known exactly, for whatever is laid is seen. What was drawn as `?` and put under
    the pile is not: `unseen` counts such plots below of which nothing more is known, and
    `below` holds every content that the rest of the part below may have.
    """

    def __init__(self, plots: Counter[str]) -> None:
        self.unlaid = Counter(plots)
        self.above = plots.total()
        self.below: list[Counter[str]] = [Counter()]
        self.unseen = 0
        self.drawn: list[str] = []

    def __len__(self) -> int:
        return self.unlaid.total() - len(self.drawn)

    def number_to_draw(self) -> int:
        return min(3, len(self))

    def can_draw(self, plots: list[str]) -> bool:
        """Whether these (some may be `?`) can be the next plots, from what is known."""
        known = Counter(plot for plot in plots if plot != UNKNOWN)
        return any(self._can_draw(known, plots.count(UNKNOWN), below) for below in self.below)

    def _can_draw(self, known: Counter[str], unknown: int, below: Counter[str]) -> bool:
        # The part above comes first, as far as it reaches, and it holds nothing from below.
        from_above = min(self.above, self.number_to_draw())
        perhaps_above = self.unlaid - below
        return (
            contains(self.unlaid, known) and (known & perhaps_above).total() + unknown >= from_above
        )

    def outcomes(self) -> list[list[str]]:
        """Every draw that can come, all three plots known."""
        plots = [plot for plot in PLOT_ORDER if self.unlaid[plot]]
        draws = combinations_with_replacement(plots, self.number_to_draw())
        return [list(draw) for draw in draws if self.can_draw(list(draw))]

    def draw(self, plots: list[str]) -> None:
        known = Counter(plot for plot in plots if plot != UNKNOWN)
        unknown = plots.count(UNKNOWN)
        possible = [below for below in self.below if self._can_draw(known, unknown, below)]
        number = self.number_to_draw()
        if self.above >= number:
            self.above -= number
            self.below = possible
            self.unseen += unknown
        else:
            # The part below becomes the part above; these plots will be the first below it.
            if self.above == 0:
                self.below = [Counter()]
                self.unseen = unknown
            else:
                # The `?` among them must make up for what is missing of the old part above.
                self.below = self._what_the_unknown_may_be(known, unknown, possible)
                self.unseen = 0
            self.above = len(self) - number
        self.drawn = plots

    def _what_the_unknown_may_be(
        self, known: Counter[str], unknown: int, possible: list[Counter[str]]
    ) -> list[Counter[str]]:
        left = self.unlaid - known
        fillings = [Counter(c) for c in combinations_with_replacement(list(left), unknown)]
        return [
            filling
            for filling in fillings
            if contains(left, filling)
            and any(self._can_draw(known + filling, 0, below) for below in possible)
        ]

    def lay(self, plot: str) -> None:
        """One of the drawn plots is laid, the others go under the pile."""
        put_back = Counter(other for other in self.drawn if other != UNKNOWN)
        put_back[plot] -= 1
        self.below = [below + put_back for below in self.below]
        self.unlaid[plot] -= 1
        self.drawn = []


class Deck:
    """One of the three decks of objective cards.

    A card in a hand may be `?`. `parts[i]` holds the cards of the i-th part above (each part
    below that became a part above counts one further) of which nobody knows whether they are
    still in it or a `?` in somebody's hand.
    """

    def __init__(self, cards: Counter[str]) -> None:
        self.parts = [Counter(cards)]
        self.above = cards.total()
        self.below: Counter[str] = Counter()

    def __len__(self) -> int:
        return self.above + self.below.total()

    def outcomes(self) -> Counter[str]:
        """The cards that may come next."""
        return +self.parts[-1] if self.above else +self.below

    def draw(self, card: str) -> int:
        """Take the next card, known or `?`; the answer is the number of the part it was in."""
        if not self.above:
            self.parts.append(self.below)
            self.above = self.below.total()
            self.below = Counter()
        self.above -= 1
        if card != UNKNOWN:
            self.parts[-1][card] -= 1
        return len(self.parts) - 1

    def put_under(self, card: str) -> None:
        self.below[card] += 1
