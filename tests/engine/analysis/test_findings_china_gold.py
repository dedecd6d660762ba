"""Facts about moves in China Gold: where each is told, and where it is not."""

from copy import copy

import pytest

from engine.analysis.findings import findings
from engine.core.findings import Finding
from engine.core.ids import Ply, Seat
from engine.core.registry import find_game
from engine.replay import Replay, replay
from engine.simulate.playing import simulate
from tests.engine.analysis.told import Told
from tests.engine.china_gold.markers import UNKNOWN
from tests.engine.china_gold.random_games import RULES
from tests.oracle.china_gold import SUMS, Board, ChinaGold
from tests.oracle.effect import Effect

BOARD = Board("synthetic-61")
RIVER = min(BOARD.areas["river"], key=len)
MOUNTAIN = min(BOARD.areas["mountain"], key=len)


class Game(Told):
    """Seat 0 has the mountains; the one who moves last has turned all that is named."""

    def __init__(self, *labels: str, last: int = 0) -> None:
        first = (last + len(labels) + 1) % 2
        super().__init__("china_gold", 2, {}, {"board": "synthetic-61", "first": first})
        self.turn_up(*labels)

    def turn_up(self, *labels: str) -> None:
        for label in labels:
            self.play("throw 1")
            self.play(f"turn {label}")

    def about(self, area: list[str], *keys: str) -> list[Finding]:
        """What is found of an area, told by its first cell."""
        return [it for it in self.found(*keys) if it.cell == BOARD.cells[area[0]]]


def area_of(role: str, label: str) -> list[str]:
    return next(area for area in BOARD.areas[role] if label in area)


def elsewhere(*areas: list[str]) -> list[str]:
    """Cells of none of these areas whose turning completes nothing for long."""
    return [label for label in BOARD.cells if not any(label in area for area in areas)]


def test_an_area_completed_for_the_opponent_costs_its_gold() -> None:
    game = Game(*RIVER)
    assert game.about(RIVER, "area-given") == [
        Finding(
            "area-given",
            Seat(0),
            Ply(game.ply()),
            BOARD.cells[RIVER[0]],
            float(len(RIVER)),
            {"what": f"river-{len(RIVER)}", "gold": len(RIVER)},
        )
    ]


def test_an_area_completed_by_its_owner_is_not_given() -> None:
    assert Game(*RIVER, last=1).found("area-given") == []


def test_on_a_board_of_unknown_partition_a_claim_tells_of_the_turn_before() -> None:
    game = Told("china_gold", 2, {}, {"board": UNKNOWN})
    for move in ("throw 2", "turn e5 e6", "claim mountain e5", "claim river e6"):
        game.play(move)
    (given,) = game.found("area-given")
    assert (given.seat, given.ply, given.points) == (0, 1, 1.0)
    assert given.words == {"what": "river-?", "gold": 1}


def test_an_own_area_broken_by_an_own_move_and_one_of_the_opponents() -> None:
    broken = {tuple(area_of("mountain", label)) for label in RIVER}
    for last, key in ((0, "own-area-broken"), (1, "gain-area-broken")):
        game = Game(*RIVER, last=last)
        told = game.found("own-area-broken", "gain-area-broken")
        assert {it.cell for it in told} == {BOARD.cells[area[0]] for area in broken}
        assert {(it.key, it.seat, it.ply) for it in told} == {(key, last, game.ply())}
        assert sum(int(it.words["gold"]) for it in told) == len(RIVER)


def test_a_move_that_brings_an_area_within_one_throw_is_told_once() -> None:
    game = Game(*RIVER[:-1])
    left = game.about(RIVER, "throw-left")
    assert (left[-1].seat, left[-1].ply) == (0, game.ply())
    assert int(left[-1].words["eighths"]) > int(left[-1].words["before"])
    assert left[-1].words["gold"] == len(RIVER)
    game.turn_up(elsewhere(RIVER)[0])
    assert game.about(RIVER, "throw-left") == left


def test_a_hidden_marker_takes_a_throw_away_from_the_opponent() -> None:
    game = Game(*RIVER[:-1], last=1)
    game.play("throw 1")
    assert game.about(RIVER, "gain-throw-taken") == []
    game.play(f"hide {RIVER[0]}")
    (taken,) = game.about(RIVER, "gain-throw-taken")
    assert (taken.seat, taken.ply) == (0, game.ply())
    assert int(taken.words["eighths"]) < int(taken.words["before"])


@pytest.mark.parametrize("hidden", MOUNTAIN[:-1])
def test_own_progress_hidden_is_told_where_the_other_area_was_further_off(hidden: str) -> None:
    game = Game(*MOUNTAIN[:-1], last=1)
    game.play("throw 1")
    game.play(f"hide {hidden}")
    theirs = len(set(area_of("river", hidden)) - set(MOUNTAIN[:-1]))
    told = game.found("own-progress-hidden")
    if theirs > 1:
        words = {"what": f"mountain-{len(MOUNTAIN)}", "own": 1, "theirs": theirs}
        assert [(it.seat, it.ply, it.words) for it in told] == [(0, game.ply(), words)]
    else:
        assert told == []


@pytest.mark.parametrize("further", [-1, 0, 1])
def test_progress_is_told_only_where_it_was_nearer(further: int) -> None:
    label = next(
        label
        for label in BOARD.cells
        if len(area_of("mountain", label)) - len(area_of("river", label)) == further
    )
    game = Game(label, last=1)
    game.play("throw 1")
    game.play(f"hide {label}")
    assert len(game.found("own-progress-hidden")) == (1 if further < 0 else 0)


def test_an_area_passed_over_and_completed_later() -> None:
    game = Game(*MOUNTAIN[:-1], last=1)
    others = elsewhere(MOUNTAIN)
    game.turn_up(others[0])
    passed = game.ply()
    first_cell = BOARD.cells[MOUNTAIN[0]]
    words: dict[str, str | int] = {"what": f"mountain-{len(MOUNTAIN)}", "gold": len(MOUNTAIN)}
    keys = "area-passed-over", "area-completed-late"
    (open_end,) = game.about(MOUNTAIN, *keys)
    assert open_end == Finding("area-passed-over", Seat(0), Ply(passed), first_cell, None, words)
    game.turn_up(others[1], MOUNTAIN[-1])
    assert game.about(MOUNTAIN, *keys) == [
        Finding(
            "area-completed-late", Seat(0), Ply(passed), first_cell, None, {**words, "turns": 1}
        )
    ]


def test_an_area_completed_at_once_or_out_of_reach_is_not_passed_over() -> None:
    keys = "area-passed-over", "area-completed-late"
    assert Game(*MOUNTAIN).about(MOUNTAIN, *keys) == []
    game = Game(*MOUNTAIN[:-2], last=1)
    game.turn_up(elsewhere(MOUNTAIN)[0])  # one marker where two are wanted
    assert game.about(MOUNTAIN, *keys) == []


# A recount from the oracle's markers.

EIGHTHS = {
    "A": {1: 1, 2: 2, 3: 2, 4: 2, 5: 1},
    "B": {1: 2, 2: 2, 3: 2, 4: 2},
    "C": {1: 2, 2: 4, 3: 2},
}


def frozen(oracle: ChinaGold) -> ChinaGold:
    """The oracle as it stands, for questions only."""
    snapshot = copy(oracle)
    snapshot.down, snapshot.up = set(oracle.down), set(oracle.up)
    snapshot.taken = {role: list(labels) for role, labels in oracle.taken.items()}
    return snapshot


def completes(oracle: ChinaGold, area: list[str], number: int) -> bool:
    """Whether a turn of so many markers completes an area."""
    wanted = oracle.down & set(area)
    return bool(wanted) and any(wanted <= window for window in oracle.windows(number))


def eighths(oracle: ChinaGold, area: list[str]) -> int:
    if oracle.stage == "D":
        return 8 * (completes(oracle, area, 1) or completes(oracle, area, 2))
    least = {
        thrown: 1 if oracle.rules["turn_count"] == "up_to" else thrown
        for thrown in SUMS[oracle.stage]
    }
    return sum(
        EIGHTHS[oracle.stage][thrown]
        for thrown in SUMS[oracle.stage]
        if any(completes(oracle, area, number) for number in range(least[thrown], thrown + 1))
    )


class Recount:
    """Everything that should be told of one game."""

    def __init__(self, oracle: ChinaGold) -> None:
        self.oracle = oracle
        self.given: set[tuple[int, int]] = set()
        self.throws: set[tuple[str, int, tuple[int, int], int, int]] = set()
        self.passed: dict[tuple[str, int], tuple[int, int, int]] = {}
        self.told: set[tuple[str, int, tuple[int, int], float | None]] = set()

    def first(self, role: str, area: int) -> tuple[int, int]:
        return self.oracle.board.cells[self.oracle.board.areas[role][area][0]]

    def play(self, ply: int, move: str) -> None:
        before = frozen(self.oracle)
        effects = self.oracle.play(move)
        if move.split()[0] not in ("turn", "hide"):
            return
        own, other = before.mover, before.opponent(before.mover)
        gained = len(self.oracle.taken[other]) - len(before.taken[other])
        if gained:
            self.given.add((ply, gained))
        if before.rules["claim_order"] == "mover_first" or other == "mountain":
            self._throws(ply, before, other, hides=move.startswith("hide"))
        self._settle(effects)
        if before.rules["claim_order"] == "mover_first" or own == "mountain":
            self._pass_over(ply, before, own, effects)

    def _throws(self, ply: int, before: ChinaGold, other: str, *, hides: bool) -> None:
        for number, area in enumerate(before.board.areas[other]):
            if before.down & set(area) == self.oracle.down & set(area):
                continue
            was, now = eighths(before, area), eighths(self.oracle, area)
            key = "gain-throw-taken" if hides else "throw-left"
            if now < was if hides else now > was:
                self.throws.add((key, ply, self.first(other, number), now, was))

    def _settle(self, effects: list[Effect]) -> None:
        for effect in effects:
            if effect.kind == "area_completed":
                role = self.oracle.role_of(effect.seat)
                for key in [key for key in self.passed if key[0] == role]:
                    if self.first(*key) == (effect.q, effect.r):
                        ply, gold, _ = self.passed.pop(key)
                        late = effect.amount == gold
                        self.told.add(
                            (
                                "area-completed-late" if late else "area-passed-over",
                                ply,
                                self.first(*key),
                                None if late else float(gold - effect.amount),
                            )
                        )

    def _pass_over(self, ply: int, before: ChinaGold, own: str, effects: list[Effect]) -> None:
        taken = len(self.oracle.taken[own]) - len(before.taken[own])
        done = {(it.q, it.r) for it in effects if it.kind == "area_completed"}
        for number, area in enumerate(before.board.areas[own]):
            gold = len((before.down | before.up) & set(area))
            if (
                gold > taken
                and (own, number) not in self.passed
                and not (self.first(own, number) in done and not self.oracle.down & set(area))
                and any(completes(before, area, it) for it in before.turnable_numbers())
            ):
                self.passed[own, number] = ply, gold, before.turns

    def close(self) -> None:
        over = self.oracle.kind() == "over"
        for key, (ply, gold, _) in self.passed.items():
            points = float(gold) if over else None
            self.told.add(("area-passed-over", ply, self.first(*key), points))


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("number", range(len(RULES)))
def test_random_games_recounted_by_the_oracle(number: int, policy: str) -> None:
    board = ("synthetic-61", "synthetic-91")[number % 2]
    setup = {"board": board, "mountain": number // 2 % 2}
    game_of = find_game("china_gold")
    for log in simulate(game_of, 1, 2, number, [policy], setup, RULES[number]):
        log.moves = log.moves[:400]
        game: Replay = replay(log)
        found = findings(game)
        recount = Recount(ChinaGold(2, log.rules, log.setup))
        for ply, move in enumerate(log.moves):
            recount.play(ply, move)
        recount.close()
        given: dict[int, int] = {}
        for it in found:
            if it.key == "area-given":
                given[it.ply] = given.get(it.ply, 0) + int(it.points or 0)
        assert set(given.items()) == recount.given
        assert {
            (it.key, it.ply, it.cell, it.words["eighths"], it.words["before"])
            for it in found
            if it.key in ("throw-left", "gain-throw-taken")
        } == recount.throws
        assert {
            (it.key, it.ply, it.cell, it.points)
            for it in found
            if it.key in ("area-passed-over", "area-completed-late")
        } == recount.told
