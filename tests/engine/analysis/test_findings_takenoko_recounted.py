"""Facts about moves in Takenoko, recounted in plain Python from what the oracle's table shows."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pytest

from engine.analysis.findings import findings
from engine.core.chance import random_state
from engine.core.effects import effect_log
from engine.core.findings import Finding
from engine.core.game import Kind, Setup
from engine.core.gamelog import FORMAT, GameLog, Player
from engine.core.ids import MoveCode
from engine.core.registry import find_game
from engine.replay import Replay, replay
from engine.simulate.playing import simulate
from tests.oracle.takenoko import FREE_PHASES, Takenoko
from tests.oracle.takenoko_cards import POINTS, deck_of, price
from tests.oracle.takenoko_table import TARGET

MOST_PLIES = 1500


class Moment(NamedTuple):
    """A free decision of a seat, just before its move."""

    ply: int
    turn: int
    move: str
    known: list[str]
    ready: list[str]
    """Known cards that could be completed."""
    bamboo: dict[str, int]
    completed: int
    emperor: int | None
    in_hand: int
    may_draw: bool
    """An action is left that could be a card if the hand were not full."""


class Watched:
    """One game played at the oracle's table."""

    def __init__(self, log: GameLog) -> None:
        self.players = len(log.players)
        self.oracle = Takenoko(self.players, log.rules, log.setup)
        self.moments: dict[int, list[Moment]] = {seat: [] for seat in range(self.players)}
        self.simple: Counter[tuple[str, int]] = Counter()
        self.drawn: list[tuple[int, int, int, str]] = []
        for ply, move in enumerate(log.moves):
            self._play(ply, move)
        self.over = self.oracle.kind() == "over"

    def _play(self, ply: int, move: str) -> None:
        table = self.oracle
        seat, me, before = table.seat, table.me(), table.position()
        if table.kind() == "decision" and table.phase in FREE_PHASES:
            self.moments[seat].append(self._moment(ply, move))
        held = len(me.hand)
        last_known = table.emperor is not None
        table.play(move)
        after = table.position()
        self._look(ply, move, seat, before, after)
        if move.startswith("drawn") and len(me.hand) > held and last_known:
            self.drawn.append((seat, ply - 1, before["turn"], me.hand[-1].name))
        if move.startswith("complete"):
            card = move.split()[1]
            names = card, f"{deck_of(card)}:?"
            self.drawn = [it for it in self.drawn if it[0] != seat or it[3] not in names]

    def _moment(self, ply: int, move: str) -> Moment:
        table, me = self.oracle, self.oracle.me()
        known = [card.name for card in me.hand if not card.name.endswith("?")]
        return Moment(
            ply=ply,
            turn=table.turns_finished,
            move=move,
            known=known,
            ready=[card for card in known if table.fulfilled(card)],
            bamboo=dict(me.bamboo),
            completed=len(me.completed),
            emperor=table.emperor,
            in_hand=len(me.hand),
            may_draw=table.actions_left() > 0
            and (table.weather == "wind" or "card" not in table.used),
        )

    def _look(
        self, ply: int, move: str, seat: int, before: dict[str, Any], after: dict[str, Any]
    ) -> None:
        """The facts that two positions show."""
        plots, grown = before["plots"], after["plots"]
        match move.split():
            case ["irrigate", one, other]:
                if "0,0" in (one, other):
                    self.simple["channel-wasted", ply] += 1
                elif all(plots[cell]["irrigated"] for cell in (one, other)):
                    self.simple["channel-without-water", ply] += 1
            case ["panda" | "storm" as word, _]:
                hands = [position["players"][seat]["bamboo"] for position in (before, after)]
                if hands[0] == hands[1]:
                    self.simple[f"{word}-ate-nothing", ply] += 1
            case ["gardener", _] if all(
                plots[cell]["bamboo"] == grown[cell]["bamboo"] for cell in plots
            ):
                self.simple["gardener-grew-nothing", ply] += 1

    # What follows from the moments

    def end_of(self, seat: int, turn: int) -> int:
        return next(it.ply for it in self.moments[seat] if it.turn == turn and it.move == "end")

    def late(self) -> Iterator[tuple[int, str, int]]:
        """Ply, card and turns of every card completed late."""
        for seat, moments in self.moments.items():
            for index, moment in enumerate(moments):
                word, _, card = moment.move.partition(" ")
                if word != "complete" or card not in moment.known:
                    continue
                if deck_of(card) == "panda":
                    turns = []
                    for earlier in reversed(moments[:index]):
                        if card not in earlier.ready or earlier.move == moment.move:
                            break
                        turns += [earlier.turn] if earlier.move == "end" else []
                else:
                    turns = [
                        it.turn
                        for it in moments[:index]
                        if card in it.ready and it.turn < moment.turn
                    ]
                if turns:
                    late = (moment.turn - min(turns)) // self.players
                    yield self.end_of(seat, min(turns)), card, late

    def never(self) -> Iterator[tuple[int, str]]:
        """Ply and card of what was never completed, panda cards aside."""
        for seat, moments in self.moments.items():
            for card in [it.name for it in self.oracle.players[seat].hand]:
                turns = [it.turn for it in moments if card in it.ready]
                if turns and deck_of(card) != "panda":
                    yield self.end_of(seat, max(turns)), card

    def unpaid(self, seat: int) -> int:
        """The points of panda cards that could still be paid together in the end."""
        player = self.oracle.players[seat]
        held = [card.name for card in player.hand if card.name in POINTS]
        return max(sum(POINTS[card] for card in chosen) for chosen in payable(held, player.bamboo))

    def emperors(self) -> Iterator[tuple[int, int]]:
        """Seat and ply of the first turn that would have taken the Emperor from another."""
        for seat, moments in self.moments.items():
            for moment in moments:
                if moment.move != "end" or moment.emperor is not None:
                    continue
                ready = sum(deck_of(card) != "panda" for card in moment.ready)
                ready += max(map(len, payable(moment.known, moment.bamboo)))
                if moment.completed + ready >= TARGET[self.players]:
                    if self.oracle.emperor not in (None, seat):
                        yield seat, moment.ply
                    break

    def full(self) -> Iterator[tuple[str, int, int]]:
        """Key, ply and length of stretches of turns without a draw; actions left over."""
        for moments in self.moments.values():
            stretch: list[int] = []
            for end in [it for it in moments if it.move == "end"]:
                turn = [it for it in moments if it.turn == end.turn]
                if all(it.in_hand == 5 for it in turn):
                    stretch.append(end.ply)
                    if end.may_draw:
                        yield "draw-blocked", end.ply, 0
                elif stretch:
                    yield "hand-full", stretch[0], len(stretch)
                    stretch = []
            if stretch:
                yield "hand-full", stretch[0], len(stretch)

    def in_vain(self) -> Iterator[tuple[int, str]]:
        last = self.oracle.turns_finished - self.players
        return ((ply, card) for _, ply, turn, card in self.drawn if turn >= last)


def payable(held: list[str], bamboo: dict[str, int]) -> list[tuple[str, ...]]:
    """Every choice of the panda cards of a hand that these sections pay."""
    panda = [card for card in held if deck_of(card) == "panda"]
    return [
        chosen
        for count in range(len(panda) + 1)
        for chosen in combinations(panda, count)
        if all(
            sum(price(card).get(colour, 0) for card in chosen) <= there
            for colour, there in bamboo.items()
        )
    ]


def of_keys(found: list[Finding], *keys: str) -> list[Finding]:
    return [finding for finding in found if finding.key in keys]


GAMES = [
    (2, ["random", "greedy"], {}),
    (2, ["greedy", "greedy"], {"preset": "rulebook"}),
    (3, ["greedy", "random", "random"], {"preset": "rulebook"}),
    (3, ["random", "greedy", "greedy"], {}),
    (4, ["greedy", "random", "greedy", "random"], {"preset": "rulebook"}),
    (4, ["random", "random", "random", "random"], {"heights": "at_least"}),
]


def forgetful_game(number: int) -> GameLog:
    """Greedy play that leaves every other card it could complete for another time."""
    players, _, rules = GAMES[number % len(GAMES)]
    game, random, choices = find_game("takenoko"), random_state(number), Random(number)
    setup = game.default_setup(players, random)
    state = game.start(Setup(players, rules, setup))
    notation, buffer = game.notation(state), np.empty(game.most_legal_moves, dtype=np.int64)
    greedy = game.policies.index("greedy")
    moves: list[str] = []
    while game.kind(state) is not Kind.OVER and len(moves) < MOST_PLIES:
        if game.kind(state) is Kind.CHANCE:
            move = MoveCode(game.rules.draw(state, random))
        else:
            move = MoveCode(game.rules.choose(state, greedy, random, buffer))
            if notation.format(move).startswith("complete") and choices.random() < 0.6:
                others = [
                    other
                    for other in game.legal_moves(state)
                    if not notation.format(other).startswith("complete")
                ]
                move = choices.choice(others)
        moves.append(notation.format(move))
        game.rules.play(state, move, effect_log(muted=True))
    seated = [Player(f"P{seat}") for seat in range(players)]
    return GameLog(
        format=FORMAT, game="takenoko", players=seated, rules=rules, setup=setup, moves=moves
    )


@pytest.mark.parametrize("number", range(2 * len(GAMES)))
def test_random_and_greedy_games_recounted_by_the_oracle(number: int) -> None:
    players, policies, rules = GAMES[number % len(GAMES)]
    setup = {} if number % 4 else {"hands": [["?"] * 3] * players}
    (log,) = simulate(find_game("takenoko"), 1, players, number, policies, setup, rules)
    log.moves = log.moves[:MOST_PLIES]
    recount(log)


@pytest.mark.parametrize("number", range(3 * len(GAMES)))
def test_forgetful_games_recounted_by_the_oracle(number: int) -> None:
    recount(forgetful_game(number))


def recount(log: GameLog) -> None:
    found = findings(replay(log))
    game = Watched(log)
    simple = {key for key, _ in game.simple} | {"channel-wasted", "storm-ate-nothing"}
    assert Counter((it.key, it.ply) for it in of_keys(found, *simple)) == game.simple
    assert sorted(
        (it.ply, it.words["what"], it.words["turns"]) for it in of_keys(found, "completed-late")
    ) == sorted(game.late())
    assert sorted(
        (it.key, it.ply, it.words.get("turns", 0))
        for it in of_keys(found, "hand-full", "draw-blocked")
    ) == sorted(game.full())
    assert sorted((it.seat, it.ply) for it in of_keys(found, "emperor-passed-over")) == sorted(
        game.emperors()
    )
    never = of_keys(found, "never-completed")
    in_vain = [(it.ply, it.words["what"]) for it in of_keys(found, "drawn-in-vain")]
    if not game.over:
        assert (never, in_vain) == ([], [])
        return
    assert sorted(in_vain) == sorted(game.in_vain())
    assert all(it.points == POINTS[str(it.words["what"])] for it in never)
    panda = [it for it in never if deck_of(str(it.words["what"])) == "panda"]
    assert sorted((it.ply, it.words["what"]) for it in never if it not in panda) == sorted(
        game.never()
    )
    for seat, moments in game.moments.items():
        own = [it for it in panda if it.seat == seat]
        assert sum(it.points or 0 for it in own) == game.unpaid(seat)
        assert all(it.ply == moments[-1].ply for it in own)


def played_otherwise(log: GameLog, moves: list[str]) -> Replay:
    return replay(msgspec.structs.replace(log, moves=moves))


def test_what_was_passed_over_can_be_played_there_for_the_points_that_are_told() -> None:
    checked: Counter[str] = Counter()
    for number in range(len(GAMES)):
        log = forgetful_game(number)
        game = replay(log)
        assert game.scores is not None
        for it in of_keys(findings(game), "completed-late", "never-completed"):
            move = f"complete {it.words['what']}"
            moves = [*log.moves[: it.ply], move, *log.moves[it.ply :]]
            if it.key == "completed-late":
                seats = [int(row["seat"]) for row in game.ply_rows]
                later = next(
                    ply
                    for ply in range(it.ply, game.plies)
                    if (log.moves[ply], seats[ply]) == (move, it.seat)
                )
                del moves[later + 1]
            other = played_otherwise(log, moves)
            assert other.plies > it.ply + 1
            # Completed earlier, a card may end the game earlier: then the rest has no place.
            if other.error is None:
                assert other.scores is not None
                assert other.scores[it.seat] - game.scores[it.seat] == (it.points or 0)
                checked[it.key] += 1
    assert checked["completed-late"] > 20
    assert checked["never-completed"] > 0
