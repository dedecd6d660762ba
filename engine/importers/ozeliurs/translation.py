"""One game of the simulator, line by line, into moves and what was printed of their effects.

What the simulator does against the rules is written as it does it, for the replay to refuse: an
illegal move stays one, and a line that no move can say becomes a move that cannot be read.
"""

import re
from collections.abc import Callable

from engine.core.evidence import Evidence
from engine.core.gamelog import FORMAT, GameLog, Player, Result
from engine.importers.ozeliurs import words
from engine.importers.ozeliurs.printed import Emperor, Growth, Meal, Points, Turn, Walk
from engine.importers.ozeliurs.words import Cell, Unmapped, cell_text

RULES = {"preset": "rulebook", "clouds_may_skip": True, "bamboo_supply": False}
"""The variant that the simulator plays, as far as it plays one: drawn cards are kept though
fulfilled, a fertilizer doubles the first growth too, no channels on the pond's edges, 6-2-1-2 green
plots, the storm may end on the pond; unlike the printed game every weather may be declined, and
bamboo never runs out."""

SOURCE = "ozeliurs/Takenoko"
ACTIONS = {"plots", "channel", "gardener", "panda", "card"}
EMPEROR_POINTS = 2
CHIPS = 9

MOST_MOVES = 100_000
"""The simulator gives up after 200 rounds, which make some thousand moves."""
MOST_WARNINGS = 5
LONGEST_SHOWN = 100


class OutOfPlace(ValueError):
    """A line that makes no sense where it stands, such as an effect without its move."""


class Translation:
    """One game, which begins at `line` of its file. Feed it with `take`, then ask for the rest."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.rounds = 0
        self.told_end = False
        """Whether the program said who won: what follows is statistics."""
        self.names: list[str] = []
        self.evidence: list[Evidence] = []
        self._moves: list[str] = []
        self._notes: dict[str, str] = {}
        self._points: list[int] = []
        self._winners: list[str] = []
        self._winner_points: int | None = None
        self._totals: dict[str, int] = {}
        self._emperor_taken = False
        self._unknown: list[str] = []
        self._unknown_count = 0
        self._headings_lost = 0
        self._declined = 0
        self._storm_counted: int | None = None
        """The first line where the storm's walk was counted as an action."""

        self._line = line
        """The line at hand; the others below belong to the turn at hand."""
        self._first_round = True
        self._seat = -1
        self._turn_open = False
        self._heading: int | None = None
        """The line where the turn began, until its first move is there."""
        self._storm_due = False
        self._storm_line: int | None = None
        """The line of the storm's walk in this turn."""
        self._actions = 0
        self._chip_on_tile: str | None = None
        self._crowned = False
        self._walk: Meal | None = None
        self._growth: Growth | None = None
        """Growth of which the next line may tell more."""
        self._growth_goes_on = False
        self._chips_in_bank = CHIPS
        self._watersheds: dict[Cell, int] = {}

    def take(self, line: int, message: str) -> None:
        """The next line of the program, without what the logger puts before it."""
        self._line = line
        found = (
            (handler, match)
            for literal, pattern, handler in _HANDLERS
            if literal in message and (match := pattern.fullmatch(message)) is not None
        )
        handler, match = next(found, (None, None))
        if handler is None or match is None:
            self.not_understood(line, message)
            return
        pending, self._growth_goes_on = self._growth, False
        try:
            self._handle(handler, match, message)
        except OutOfPlace:
            self.not_understood(line, message)
            return
        if pending is None or (self._growth_goes_on and self._growth is pending):
            return
        self.evidence.append(pending)
        if self._growth is pending:
            self._growth = None

    def _handle(self, handler: "_Handler", match: re.Match[str], message: str) -> None:
        try:
            handler(self, match)
        except Unmapped:
            self._move(message[:LONGEST_SHOWN])

    def not_understood(self, line: int, message: str) -> None:
        """A line that says nothing known: it is left out, and told as long as the game is on."""
        if self.told_end:
            return
        # It may have told of growth, or of the panda's meal: nothing is sure of these.
        self._growth = self._walk = None
        self._unknown_count += 1
        if self._unknown_count <= MOST_WARNINGS:
            shown = message if len(message) <= LONGEST_SHOWN else message[:LONGEST_SHOWN] + "…"
            self._unknown.append(f"Line {line} is not understood and left out: {shown}")

    def cut(self) -> None:
        """The log breaks off here: what its last line tells of growth may have gone on."""
        self._growth = None

    def add_total(self, name: str, points: int) -> None:
        """A player's points on the scoreboard of a run of this one game."""
        if name in self.names:
            self._totals[name] = points

    def log(self) -> GameLog:
        return GameLog(
            format=FORMAT,
            game="takenoko",
            players=[Player(name) for name in self.names],
            rules=dict(RULES),
            moves=self._moves,
            notes=self._notes or None,
            result=self._result(),
            meta={"source": SOURCE},
        )

    def warnings(self) -> tuple[str, ...]:
        """One sentence for each thing that the reader should know."""
        found = list(self._unknown)
        if self._unknown_count > MOST_WARNINGS:
            found.append(f"{self._unknown_count - MOST_WARNINGS:,} more lines are left out so.")
        if self._headings_lost:
            found.append(
                f"{self._headings_lost} turns have no heading in the log and begin where another "
                "player acts."
            )
        if self._declined:
            found.append(
                f"The log declines a weather {self._declined} times without choosing it; this is "
                "written as `choose rain` and `skip`, which comes to the same."
            )
        if self._storm_counted is not None:
            found.append(
                "The simulator counts the storm's walk of the panda as one of the two actions, "
                f"for the first time in line {self._storm_counted}; by the rules it is none."
            )
        if len(self._moves) >= MOST_MOVES:
            found.append(f"The game is read up to {MOST_MOVES:,} moves only.")
        if self.rounds < 2 and not self.told_end:
            found.append(
                "The log breaks off in the first round, so there may be more players than "
                f"these {len(self.names)}."
            )
        if self._scores_in_doubt():
            found.append(
                "The points that the log gives for objectives do not make the points at its end; "
                "the result is taken from its end."
            )
        return tuple(found)

    # The result

    def _result(self) -> Result | None:
        if not self.told_end:
            return None
        winners = [seat for seat, name in enumerate(self.names) if name in self._winners]
        return Result(
            scores=self._scores(),
            winners=winners if len(winners) == len(self._winners) else None,
            reason="normal" if self._emperor_taken else "unfinished",
        )

    def _scores(self) -> list[float] | None:
        if self._on_scoreboard():
            return [self._totals[name] for name in self.names]
        return None if self._scores_in_doubt() else list(self._points)

    def _on_scoreboard(self) -> bool:
        return len(self._totals) == len(self.names) and self._totals.keys() == set(self.names)

    def _scores_in_doubt(self) -> bool:
        if self._on_scoreboard():
            return [self._totals[name] for name in self.names] != self._points
        if self._winner_points is None or len(self._winners) != 1:
            return False
        # Among players with the same points the winner is told with the points on panda cards.
        highest = max(self._points)
        tied = self._points.count(highest) > 1
        return self._winner_points != highest and not (tied and self._winner_points < highest)

    # Turns

    def _begin_round(self, match: re.Match[str]) -> None:
        self._end_turn()
        self.rounds += 1
        self._first_round = not self.names
        self._seat = -1

    def _begin_turn(self, match: re.Match[str]) -> None:
        self._end_turn()
        self._start_turn(match[1])

    def _start_turn(self, name: str) -> None:
        if self._first_round:
            self.names.append(name)
            self._points.append(0)
            self._seat = len(self.names) - 1
        else:
            seats = [seat for seat, other in enumerate(self.names) if other == name]
            if not seats:
                raise OutOfPlace
            # Two players may have one name: the next of them in this round.
            self._seat = next((seat for seat in seats if seat > self._seat), seats[0])
        self._turn_open = True
        self._heading = self._line

    def _end_turn(self) -> None:
        if not self._turn_open:
            return
        self._move("end")
        if self._storm_line is not None and self._actions == 1:
            self._note("The simulator counts the storm's walk of the panda as an action.")
            self._storm_counted = self._storm_counted or self._storm_line
        self._actions, self._storm_line = 0, None
        if self._crowned:
            self.evidence.append(
                Emperor(self._last, self._line, self._seat, self.names[self._seat])
            )
        self._turn_open = self._crowned = self._storm_due = False
        self._chip_on_tile = self._walk = None

    def _act(self, name: str) -> None:
        """Whoever acts has the turn; where its heading is lost, it begins here."""
        if self._turn_open and self.names[self._seat] == name:
            return
        if name not in self.names:
            raise OutOfPlace
        self._end_turn()
        was_first, self._first_round = self._first_round, False
        self._start_turn(name)
        self._first_round = was_first
        self._headings_lost += 1

    def _move(self, text: str) -> None:
        if not self._turn_open or len(self._moves) >= MOST_MOVES:
            raise OutOfPlace
        self._moves.append(text)
        self._actions += text.split(" ", 1)[0] in ACTIONS
        if self._heading is not None:
            name = self.names[self._seat]
            self._note(f"Line {self._heading}: round {self.rounds}, {name}.")
            self.evidence.append(Turn(self._last, self._heading, self._seat, self.names))
            self._heading = None

    @property
    def _last(self) -> int:
        return len(self._moves) - 1

    def _note(self, text: str) -> None:
        """To the last move."""
        ply = str(self._last)
        self._notes[ply] = f"{self._notes[ply]} {text}" if ply in self._notes else text

    def _finish(self, match: re.Match[str]) -> None:
        self._end_turn()

    def _crown(self, match: re.Match[str]) -> None:
        self._act(match[1])
        self._points[self._seat] += EMPEROR_POINTS
        self._crowned = self._emperor_taken = True

    def _winner(self, match: re.Match[str]) -> None:
        self._end_turn()
        self.told_end = True
        self._winners = [match[1]]
        self._winner_points = int(match[2])

    def _tie(self, match: re.Match[str]) -> None:
        self._end_turn()
        self.told_end = True
        self._winners = match[1].split(", ")

    def _nothing(self, match: re.Match[str]) -> None:
        return

    # Weather

    def _throw(self, match: re.Match[str]) -> None:
        self._act(match[1])
        seat = self.names.index(match[1])
        if self._first_round and seat < self._seat:
            # No weather is thrown in a first turn: this is no newcomer of the same name, it is
            # the second round, whose heading is lost.
            del self.names[-1], self._points[-1]
            self._first_round, self._seat = False, seat
            self.rounds += 1
        self._move(f"weather {words.face(match[2])}")

    def _apply(self, match: re.Match[str]) -> None:
        self._act(match[1])
        self._storm_due = words.face(match[2]) == "storm"

    def _choose(self, match: re.Match[str]) -> None:
        self._act(match[1])
        face = words.face(match[2])
        self._move(f"choose {face}")
        self._storm_due = face == "storm"

    def _decline(self, match: re.Match[str]) -> None:
        self._act(match[1])
        face = words.face(match[2])
        if face == "any" or (face == "clouds" and self._chips_in_bank == 0):
            # A choice cannot be declined, but the weather chosen can: it comes to the same.
            self._move("choose rain")
            self._note(f"Line {self._line} declines the weather without choosing one.")
            self._move("skip")
            self._declined += 1
        elif face in {"rain", "storm", "clouds"}:
            self._move("skip")

    def _no_rain(self, match: re.Match[str]) -> None:
        self._move("skip")

    def _rain(self, match: re.Match[str]) -> None:
        cell = words.cell(match[1])
        self._move(f"rain {cell_text(cell)}")
        self.evidence.append(Growth(self._last, self._line, self._chips(), {cell: None}))

    def _take_chip(self, match: re.Match[str]) -> None:
        self._act(match[1])
        self._move(f"chip {words.improvement(match[2])}")
        self._chips_in_bank -= 1

    # Actions

    def _draw_plots(self, match: re.Match[str]) -> None:
        self._act(match[1])
        drawn = words.plots(match[2])
        self._move("plots")
        self._move(f"drawn {' '.join(drawn)}")

    def _chip_to_lay(self, match: re.Match[str]) -> None:
        self._act(match[1])
        self._chip_on_tile = words.improvement(match[2])

    def _lay(self, match: re.Match[str]) -> None:
        self._act(match[1])
        plot, cell = words.plots("Tile{" + match[2])[0], words.cell(match[3])
        chip, self._chip_on_tile = self._chip_on_tile, None
        if chip is None:
            self._move(f"lay {plot} {cell_text(cell)}")
        else:
            # The tile is printed with the chip on it already.
            self._move(f"lay {plot.partition('+')[0]} {cell_text(cell)} with {chip}")
        self._await_growth()

    def _grew(self, match: re.Match[str]) -> None:
        self._add_growth(words.cell(match[1]), None)

    def _take_channel(self, match: re.Match[str]) -> None:
        self._act(match[1])
        self._move("channel")

    def _move_gardener(self, match: re.Match[str]) -> None:
        self._act(match[1])
        origin, to = _path(match)
        self._move(f"gardener {cell_text(to)}")
        self.evidence.append(Walk(self._last, self._line, origin))
        self._await_growth()

    def _planted(self, match: re.Match[str]) -> None:
        self._add_growth(words.cell(match[1]), int(match[2]))

    def _move_panda(self, match: re.Match[str]) -> None:
        self._act(match[1])
        origin, to = _path(match)
        self._move(f"{'storm' if self._storm_due else 'panda'} {cell_text(to)}")
        if self._storm_due:
            self._storm_line = self._line
        self._storm_due = False
        self._walk = Meal(self._last, self._line, self._chips(), origin, to, None)

    def _ate(self, match: re.Match[str]) -> None:
        self._meal(match[1].lower())

    def _ate_nothing(self, match: re.Match[str]) -> None:
        self._meal(None)

    def _draw_card(self, match: re.Match[str]) -> None:
        self._act(match[1])
        card = words.card(match[2])
        self._move(f"card {card.partition(':')[0]}")
        self._move(f"drawn {card}")

    # Free moves

    def _lay_channel(self, match: re.Match[str]) -> None:
        self._act(match[1])
        one, other = sorted(words.cells(match[2], 2))
        self._move(f"irrigate {cell_text(one)} {cell_text(other)}")

    def _place_chip(self, match: re.Match[str]) -> None:
        self._act(match[1])
        chip, cell = words.improvement(match[2]), words.cell(match[3])
        self._move(f"improve {chip} {cell_text(cell)}")
        if chip == "watershed":
            self._watersheds[cell] = self._last

    def _complete(self, match: re.Match[str]) -> None:
        self._act(match[1])
        points = int(match[3])
        self._points[self._seat] += points
        self._move(f"complete {words.card(match[2])}")
        self.evidence.append(Points(self._last, self._line, points))

    # What was printed of effects

    def _chips(self) -> dict[Cell, int]:
        return dict(self._watersheds)

    def _await_growth(self) -> None:
        self._growth = Growth(self._last, self._line, self._chips())

    def _add_growth(self, cell: Cell, height: int | None) -> None:
        if self._growth is None:
            raise OutOfPlace
        self._growth.heights[cell] = height
        self._growth_goes_on = True

    def _meal(self, colour: str | None) -> None:
        walk, self._walk = self._walk, None
        if walk is None:
            raise OutOfPlace
        walk.ate = colour
        self.evidence.append(walk)


def _path(match: re.Match[str]) -> tuple[Cell, Cell]:
    """From where and to where a pawn went; the log gives the step and the goal."""
    (step_q, step_r), (q, r) = words.cell(match[2]), words.cell(match[3])
    return (q - step_q, r - step_r), (q, r)


_Handler = Callable[[Translation, re.Match[str]], None]
_T = Translation
_ACTOR = r"(.{1,200}?)"
_CELL = r"(\w*Vector\[.*\])"
_EDGE = r"(\w+\{.*\})"
_LINES: list[tuple[str, str, str, _Handler]] = [
    ("", "No actions defined with priority for this bot, using ", r"\w+", _T._nothing),
    ("===== <(.{1,200})", "> is playing =====", "", _T._begin_turn),
    ("", "===== Round ", r"(\d{1,9}) =====", _T._begin_round),
    (_ACTOR, " rolled weather: ", r"(\w+)", _T._throw),
    (_ACTOR, " applied the weather ", r"(\w+)", _T._apply),
    (_ACTOR, " did not apply the weather ", r"(\w+)", _T._decline),
    (_ACTOR, " chose and applied weather ", r"(\w+)", _T._choose),
    ("", "Grew bamboo at ", _CELL, _T._rain),
    ("", "No bamboo to grow", "", _T._no_rain),
    (_ACTOR, " drew improvement ", r"(\w+)", _T._take_chip),
    (_ACTOR, " stored improvement ", r"\w+", _T._nothing),
    ("No more .*", " in the deck", "", _T._nothing),
    (_ACTOR, " there aren't enough tiles to move the panda.", ".*", _T._nothing),
    (_ACTOR, " moved the panda with ", f"{_CELL} to position {_CELL}", _T._move_panda),
    ("", "Panda ate one ", r"(\w+) bamboo for .*", _T._ate),
    ("", "Panda didn't eat any bamboo", "", _T._ate_nothing),
    (_ACTOR, " moved the gardener with ", f"{_CELL} to position {_CELL}", _T._move_gardener),
    ("", "Gardener planted bamboo at ", rf"{_CELL}, the stack is now (\d) ?high", _T._planted),
    ("", "Gardener didn't plant any bamboo", "", _T._nothing),
    (_ACTOR, " drew tiles", r" ?(\[.*\])", _T._draw_plots),
    (_ACTOR, " applied improvement ", r"(\w+) on tile to place", _T._chip_to_lay),
    (_ACTOR, " placed Tile{", rf"(.*\}}) at {_CELL}", _T._lay),
    (r"\w+", " bamboo grew at ", _CELL, _T._grew),
    (_ACTOR, " drew irrigation", "", _T._take_channel),
    (_ACTOR, " stored an irrigation channel in inventory", "", _T._nothing),
    (_ACTOR, " placed an irrigation channel at ", _EDGE, _T._lay_channel),
    (_ACTOR, " placed irrigation at ", f"{_EDGE} from inventory", _T._lay_channel),
    (_ACTOR, " applied improvement ", rf"(\w+) at {_CELL}(?: from inventory)?", _T._place_chip),
    (_ACTOR, " drew objective ", "(.*)", _T._draw_card),
    (_ACTOR, " redeemed objective", r" ?(.*) and gained (\d{1,9}) ?points", _T._complete),
    ("===== <.*", "> finished the game =====", "", _T._nothing),
    (_ACTOR, " received the Emperor objective !", "", _T._crown),
    ("(?:==<Last round>)*", "==<Last round>==", "", _T._nothing),
    ("", "===== Game finished =====", "", _T._finish),
    (r"The winner is (.*) with (\d{1,9})", " points ! With the following ", ".*", _T._winner),
    ("", "It's a tie !, the winners are : ", "(.*)", _T._tie),
    ("The bot .*", " has no available actions. This turn is skipped.", "", _T._nothing),
]
"""Every line that the simulator prints while a game is played: what stands before the words by
which a line is told, these words, and what stands after them."""

_HANDLERS: list[tuple[str, re.Pattern[str], _Handler]] = [
    (literal, re.compile(before + re.escape(literal) + after), handler)
    for before, literal, after, handler in _LINES
]
