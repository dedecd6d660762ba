"""One game played on the engine's and on an oracle's table, compared at every ply."""

from collections import Counter
from copy import deepcopy
from random import Random

from engine.core.errors import UnreadableMove
from tests.engine.table import EngineTable, Oracle
from tests.oracle.effect import IllegalMove


class Lockstep:
    """Both tables of one game. A failed comparison names the header and the moves so far."""

    def __init__(self, oracle: Oracle, engine: EngineTable, header: str) -> None:
        self.oracle = oracle
        self.engine = engine
        self.header = header
        self.moves: list[str] = []
        self.legal: list[str] = []
        assert Counter(engine.opening_effects()) == Counter(oracle.opening_effects())
        self.compare()

    def __str__(self) -> str:
        return f"{self.header}, moves {self.moves}"

    def compare(self) -> None:
        """All that can be asked of a position is the same at both tables."""
        oracle, engine = self.oracle, self.engine
        assert engine.position() == oracle.position(), str(self)
        assert engine.kind() == oracle.kind(), str(self)
        assert engine.to_move() == oracle.to_move(), str(self)
        assert engine.turn() == oracle.turn(), str(self)
        assert engine.scores() == oracle.scores(), str(self)
        assert engine.winners() == oracle.winners(), str(self)
        if oracle.kind() == "over":
            assert engine.places() == oracle.places(), str(self)
        self.legal = sorted(oracle.legal())
        assert sorted(engine.legal()) == self.legal, str(self)

    def play(self, text: str) -> None:
        """Play a move that both must take, and compare what it changed."""
        self.moves.append(text)
        effects = self.oracle.play(text)
        assert Counter(self.engine.play(text)) == Counter(effects), str(self)
        self.compare()

    def same_verdict(self, text: str) -> None:
        """Both would take this move or both refuse it; it is not played."""
        try:
            deepcopy(self.oracle).play(text)
            taken = True
        except IllegalMove:
            taken = False
        assert self._engine_takes(text) == taken, f"{text!r} after {self}"

    def _engine_takes(self, text: str) -> bool:
        try:
            code = self.engine.notation.parse(text)
        except UnreadableMove:
            return False
        reason = self.engine.game.rules.refusal(self.engine.state, code)
        if reason:
            assert self.engine.game.explain(self.engine.state, code, reason).endswith(".")
        return reason == 0


def spoilt(text: str, random: Random) -> str:
    """A move text with one thing changed: a digit, a sign, a word left out, repeated or swapped."""
    words = text.split()
    place = random.randrange(len(words))
    digits = [index for index, letter in enumerate(text) if letter.isdigit()]
    change = random.randrange(6)
    if change == 0:
        return text[:-1]
    if change == 1:
        return " ".join(words[:place] + words[place + 1 :])
    if change == 2:
        return " ".join([*words, words[place]])
    if change == 3 and len(words) > 2:
        first, second = random.sample(range(1, len(words)), 2)
        words[first], words[second] = words[second], words[first]
        return " ".join(words)
    if change == 4 and "," in text:
        words[place] = words[place].replace("-", "") if "-" in words[place] else f"-{words[place]}"
        return " ".join(words)
    if digits:
        index = random.choice(digits)
        return text[:index] + random.choice("0123456789") + text[index + 1 :]
    return text[::-1]


SETS = {"tile": 1, "turn": 1, "claim": 2}
"""Moves that name a set of cells, from which word on."""


def untidy(text: str, random: Random) -> str:
    """The same move as a careless hand writes it."""
    words = text.split()
    begin = SETS.get(words[0], len(words))
    cells = words[begin:]
    random.shuffle(cells)
    shout = str.upper if random.random() < 0.5 else str.title
    return "  ".join(["", *map(shout, [*words[:begin], *cells]), ""])
