"""Reviews of whole games: what adds up, what repeats, and what can be said of broken logs."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import pytest

from engine.analysis.decisions import Depth, Judge
from engine.analysis.judgement import Label
from engine.analysis.plies import Plies
from engine.analysis.review import Review, _Book, _total, review
from engine.analysis.search import Analyst, Samples
from engine.analysis.solver import Solver
from engine.core.gamelog import FORMAT, GameLog, Player, Result
from engine.core.ids import MoveCode
from engine.core.registry import find_game
from engine.replay import Replay, replay, state_at
from engine.simulate.playing import simulate
from tests.engine.toy import only_the_toy

SHALLOW = Depth("shallow", 24, 3, 8, 16, 2, 30, 6, 8, 16, 200, 30)
UNSOLVED = msgspec.structs.replace(SHALLOW, nodes=1)


@pytest.fixture
def _toy() -> Iterator[None]:
    with only_the_toy():
        yield


def toy_log(*moves: str, heap: int = 5) -> Replay:
    players = [Player("first"), Player("second")]
    return replay(
        GameLog(format=FORMAT, game="toy", players=players, moves=list(moves), setup={"heap": heap})
    )


def reviewed(played: Replay, depth: Depth = SHALLOW, threads: int = 1) -> Review:
    found = review(played, depth, threads=threads)
    assert found is not None
    return found


class Kept:
    """A memory that counts what it is asked."""

    def __init__(self) -> None:
        self.found: dict[bytes, bytes] = {}
        self.remembered = 0

    def recall(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        return {key: self.found[key] for key in keys if key in self.found}

    def remember(self, key: bytes, found: bytes) -> None:
        self.found[key] = found
        self.remembered += 1


@pytest.mark.usefixtures("_toy")
def test_a_lost_counter_is_an_exact_blunder_with_the_better_move_named() -> None:
    """Of four counters whoever takes three has most; taking one lets the other do so."""
    found = reviewed(toy_log("coin heads", "take 1", "take 3", heap=4))
    first = found.decisions[0]
    assert (first.played, first.best, first.label) == ("take 1", "take 3", "blunder")
    assert first.exact
    assert (first.loss, first.low, first.high) == (1.0, 1.0, 1.0)
    assert first.value_best == (1.0, 0.0)
    assert first.value_played == (0.0, 1.0)
    assert first.gained_by == 1
    assert first.punished


def seen(lost: float) -> npt.NDArray[np.float64]:
    """Values after two moves of which the first loses so much of seat 0's score."""
    return np.array([[0.5 - lost / 2, 0.5 + lost / 2], [0.5 + lost / 2, 0.5 - lost / 2]])


@pytest.mark.usefixtures("_toy")
@pytest.mark.parametrize(
    ("witnessed", "labelled"),
    [
        ([0.4, 0.4], True),
        ([0.4, 0.02], False),  # the longer search does not see it any more
        ([0.2, 0.5], False),  # it does, but by how much nobody knows
        ([0.02, 0.4], False),
    ],
)
def test_a_label_needs_two_searches_that_agree(
    witnessed: list[float], labelled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = iter(witnessed)
    monkeypatch.setattr(Judge, "_witness", lambda *_: seen(next(told)))
    depth = msgspec.structs.replace(UNSOLVED, choosing=100, measuring=400, confirming=400)
    found = reviewed(toy_log("coin heads", "take 1", "take 3", heap=4), depth)
    first = found.decisions[0]
    assert (first.label == Label.BLUNDER) is labelled
    assert first.value_best[0] - first.value_played[0] == pytest.approx(first.loss)


@pytest.mark.usefixtures("_toy")
@pytest.mark.parametrize(("third", "labelled"), [(0.48, True), (0.2, False), (0.02, False)])
def test_a_third_search_is_heard_where_two_find_it_far_apart(
    third: float, labelled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = iter([0.25, 0.5, third])
    monkeypatch.setattr(Judge, "_witness", lambda *_: seen(next(told)))
    depth = msgspec.structs.replace(
        UNSOLVED, choosing=100, measuring=400, confirming=400, confirming_times=(1, 4, 16)
    )
    found = reviewed(toy_log("coin heads", "take 1", "take 3", heap=4), depth)
    assert (found.decisions[0].label == Label.BLUNDER) is labelled
    assert next(told, None) is None


@pytest.mark.usefixtures("_toy")
def test_where_playouts_take_to_a_refuted_move_tree_search_names_the_better_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of four counters `take 2` only ties; playouts that liked it best would hide what was lost."""
    played = toy_log("coin heads", "take 1", "take 3", heap=4)
    tied = played.game.notation(played.start).parse("take 2")

    def misled(_: Judge, candidates: npt.NDArray[np.int64], __: MoveCode) -> tuple[int, Any]:
        return tied, np.where(candidates == tied, 1.0, 0.0)

    monkeypatch.setattr(Judge, "_choose", misled)
    depth = msgspec.structs.replace(UNSOLVED, choosing=100, measuring=400, confirming=400)
    first = reviewed(played, depth).decisions[0]
    assert (first.best, first.label) == ("take 3", "blunder")


@pytest.mark.usefixtures("_toy")
def test_a_label_is_exact_where_both_ends_can_be_solved_but_not_the_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody asks tree search then, whatever the playouts said by how much."""
    played = toy_log("coin heads", "take 1", "take 3", heap=4)
    whole = Solver(played.game).best(state_at(played, 1), 2, 1_000, MoveCode(int(played.codes[1])))
    assert whole is not None
    monkeypatch.delattr(Judge, "_witness")
    depth = msgspec.structs.replace(SHALLOW, choosing=100, measuring=400, nodes=whole.nodes - 1)
    first = reviewed(played, depth).decisions[0]
    assert not first.exact
    assert (first.best, first.loss, first.low) == ("take 3", 1.0, 1.0)
    assert (first.value_played, first.value_best) == ((0.0, 1.0), (1.0, 0.0))


@pytest.mark.usefixtures("_toy")
def test_the_coin_decides_who_begins_and_is_all_luck() -> None:
    """With four counters whoever begins wins: heads is worth half a game to seat 0."""
    found = reviewed(toy_log("coin heads", "take 3", "take 1", heap=4), UNSOLVED)
    coin = found.chances[0]
    assert coin.exact_mean
    assert coin.covered
    assert sum(coin.luck) == pytest.approx(0.0)
    assert found.chance_covered == 1.0
    total = found.totals[0]
    assert total.result == 1.0
    assert total.luck_adjusted == pytest.approx(1.0 - coin.luck[0])
    assert (total.luck_low, total.luck_high) == pytest.approx((coin.low[0], coin.high[0]))


@pytest.mark.usefixtures("_toy")
def test_the_curve_ends_with_the_result_and_its_values_are_shares_of_one_game() -> None:
    found = reviewed(toy_log("coin heads", "take 2", "take 3"))
    assert found.curve[-1].value == (0.0, 1.0)
    assert found.curve[-1].exact
    assert [point.ply for point in found.curve] == [0, 1, 2, 3]
    for point in found.curve:
        assert sum(point.value) == pytest.approx(1.0)


@pytest.mark.usefixtures("_toy")
def test_a_game_that_stops_early_is_reviewed_as_far_as_it_goes() -> None:
    found = reviewed(toy_log("coin tails", "take 1", heap=9))
    assert found.plies == 2
    assert len(found.decisions) == 1
    assert found.totals[0].result is None
    assert found.totals[0].luck_adjusted is None
    assert found.stopped is None


@pytest.mark.usefixtures("_toy")
def test_of_an_illegal_game_the_good_prefix_is_reviewed() -> None:
    found = reviewed(toy_log("coin tails", "take 1", "coin heads", "take 1", heap=9))
    assert found.plies == 2
    assert len(found.curve) == 3


@pytest.mark.parametrize("key", ["takenoko", "battle_sheep", "china_gold"])
def test_numbers_do_not_depend_on_threads_and_are_not_worked_out_twice(key: str) -> None:
    game = find_game(key)
    log = next(simulate(game, 1, 2, 5, ["greedy", "random"]))
    log.moves = log.moves[:24]
    log.result = Result(reason="unfinished")
    played = replay(log)
    kept = Kept()
    first = review(played, SHALLOW, memory=kept)
    assert first == review(played, SHALLOW, threads=3)
    asked = kept.remembered
    assert asked == played.plies + 1
    assert first == review(played, SHALLOW, memory=kept)
    assert kept.remembered == asked


def test_a_review_that_was_stopped_goes_on_where_it_was() -> None:
    log = next(simulate(find_game("china_gold"), 1, 2, 5, ["greedy"]))
    log.moves = log.moves[:16]
    played = replay(log)
    kept = Kept()
    asked = iter(range(100))
    assert review(played, SHALLOW, memory=kept, cancel=lambda: next(asked) > 6) is None
    before = kept.remembered
    assert 0 < before < played.plies
    found = review(played, SHALLOW, memory=kept)
    assert kept.remembered == played.plies + 1
    assert found == review(played, SHALLOW)


@pytest.mark.parametrize("players", [3, 4])
def test_luck_of_all_seats_sums_to_nothing_and_shares_to_one(players: int) -> None:
    log = next(simulate(find_game("takenoko"), 1, players, 8, ["greedy"]))
    log.moves = log.moves[:30]
    found = reviewed(replay(log))
    assert any(any(chance.luck) for chance in found.chances)
    for chance in found.chances:
        assert sum(chance.luck) == pytest.approx(0.0, abs=1e-9)
        for low, luck, high in zip(chance.low, chance.luck, chance.high, strict=True):
            assert low <= luck <= high
    for total in found.totals:
        halves = [(one.high[total.seat] - one.low[total.seat]) / 2 for one in found.chances]
        half = sum(one**2 for one in halves) ** 0.5
        assert total.luck_high - total.luck == pytest.approx(half)
        assert total.luck - total.luck_low == pytest.approx(half)
    for point in found.curve:
        assert sum(point.value) == pytest.approx(1.0)
    for decision in found.decisions:
        assert decision.low <= decision.loss <= decision.high or decision.loss == 0.0


def test_a_log_with_unknown_cards_is_reviewed_and_says_how_much_chance_it_knows() -> None:
    log = next(simulate(find_game("takenoko"), 1, 2, 8, ["greedy"]))
    log.moves = ["drawn ?" if move.startswith("drawn panda:") else move for move in log.moves[:40]]
    log.setup = {"hands": [["?", "?", "?"], ["?", "?", "?"]]}
    log.result = None
    played = replay(log)
    found = reviewed(played)
    assert found.plies == played.plies > 10
    assert found.chance_covered < 1.0
    assert found.stopped is None


def test_a_board_of_unknown_areas_says_why_it_cannot_be_evaluated() -> None:
    log = next(simulate(find_game("china_gold"), 1, 2, 5, ["random"]))
    log.setup = {"board": {"side": 5}}
    found = reviewed(replay(log))
    assert found.stopped is not None
    assert "board" in found.stopped
    assert found.decisions == ()
    assert found.chance_covered == 0.0


def test_a_result_of_which_some_luck_is_not_known_is_not_told_without_luck() -> None:
    assert _total(0, [], [], 1.0, all_luck_known=True).luck_adjusted == 1.0
    assert _total(0, [], [], 1.0, all_luck_known=False).luck_adjusted is None


def test_the_same_position_by_another_order_is_what_replaying_the_other_order_gives() -> None:
    """Two decisions of a turn in a row, the second taken for the better move at the first."""
    game = find_game("takenoko")
    log = next(simulate(game, 1, 2, 8, ["greedy"]))
    played = replay(log)
    book = _Book(Plies(played, UNSOLVED, 1), UNSOLVED, 1)
    rows = played.ply_rows
    answers = set()
    for ply in range(played.plies - 1):
        both = rows[ply : ply + 2]
        if both["kind"].any() or both["turn"][0] != both["turn"][1]:
            continue
        moves = [*log.moves[:ply], log.moves[ply + 1], log.moves[ply]]
        other = replay(msgspec.structs.replace(log, moves=moves, result=None))
        same = other.error is None and game.position(other.state) == game.position(
            state_at(played, ply + 2)
        )
        assert book._same_by_other_order(ply, int(played.codes[ply + 1])) == same
        answers.add(same)
    assert answers == {True, False}


@pytest.mark.usefixtures("_toy")
def test_losses_are_not_cut_at_zero_so_that_errors_cancel_in_sums(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What was chosen as better and then measured as 0.25 worse."""
    shares = np.tile(np.array([[0.5, 0.5], [0.25, 0.75]]), (16, 1, 1))
    monkeypatch.setattr(Judge, "_measure", lambda *_: Samples(shares, shares))
    monkeypatch.setattr(Judge, "_choose", lambda _, moves, __: (moves[1], np.ones(moves.size)))
    first = reviewed(toy_log("coin heads", "take 1", "take 2"), UNSOLVED).decisions[0]
    assert (first.loss, first.label, first.best) == (-0.25, "best", first.played)
    assert first.low < -0.25
    assert first.high == -0.25 + (-0.25 - first.low)


@pytest.mark.usefixtures("_toy")
@pytest.mark.parametrize(("forbidden", "every"), [("take 3", 2), ("take 3", 1), ("take 1", 1)])
def test_what_a_seat_may_not_have_been_able_to_play_is_no_better_move(
    forbidden: str, every: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Samples of what is hidden that forbid a move: the better one in some or all of them, or the
    one played in all, of which nothing can be said then."""
    played = toy_log("coin heads", "take 1", "take 3", heap=4)
    code = played.game.notation(played.start).parse(forbidden)
    compare = Analyst.compare

    def without(self: Analyst, *asked: Any) -> Samples:
        found = compare(self, *asked)
        found.shares[::every, asked[2] == code] = np.nan
        return found

    depth = msgspec.structs.replace(UNSOLVED, choosing=100, measuring=400)
    assert reviewed(played, depth).decisions[0].best == "take 3"
    monkeypatch.setattr(Analyst, "compare", without)
    first = reviewed(played, depth).decisions[0]
    if forbidden == "take 1":
        assert first.ply > 1
    else:
        assert first.best != "take 3"


@pytest.mark.usefixtures("_toy")
def test_turns_add_up_their_decisions() -> None:
    found = reviewed(toy_log("coin heads", "take 1", "take 3", heap=4))
    assert [turn.loss for turn in found.turns] == [one.loss for one in found.decisions]


def test_what_a_seat_could_not_know_does_not_change_what_is_said_of_it() -> None:
    """The same moves with another card in the hand of the first seat."""
    game = find_game("takenoko")
    log = next(simulate(game, 1, 2, 8, ["greedy"]))
    moves = log.moves[:24]
    seen_cards = {word for move in moves for word in move.split()} | {
        card for hand in log.setup["hands"] for card in hand
    }
    kinds = ("triangle", "straight", "curve", "diamond")
    other = next(
        card
        for colour in ("green", "yellow", "pink")
        for kind in kinds
        if (card := f"plot:{colour}-{kind}") not in seen_cards
    )
    hands = [list(hand) for hand in log.setup["hands"]]
    own = next(card for card in hands[0] if card.startswith("plot:"))
    assert f"complete {own}" not in moves
    hands[0][hands[0].index(own)] = other
    told = []
    for setup in (log.setup, {**log.setup, "hands": hands}):
        played = replay(msgspec.structs.replace(log, moves=moves, setup=setup, result=None))
        assert played.plies == len(moves)
        found = reviewed(played).decisions
        told.append([one for one in found if one.seat == 1])
    assert told[0]
    assert told[0] == told[1]
