"""The loops of evaluation that must be compiled: positions played out in pairs, and tree search.

Templates over the names in `Rules`, compiled once a game by `analysis_of`. They stand in one file
because Numba's cache notices changes of a function's own file only.

Chance in a playout is a function of the seed, the turn and the number of draws made in the turn:
two branches of one sample throw the same weather in the same turn whatever was done before. These
are the common random numbers that make differences of values small to measure.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.core.chance import RandomState
from engine.core.compiling import rule, specialise
from engine.core.effects import EffectLog
from engine.core.game import Codes, Game, Kind, Points, State, Worths

MOST_SEATS = 4
NO_MOVE = -1
"""In the place of a move: the position is played out as it stands."""

DECISION = int(Kind.DECISION)
CHANCE = int(Kind.CHANCE)
OVER = int(Kind.OVER)

DEEPEST = 128
"""Plies that a tree may grow to; beyond, positions are played out."""

NODE = np.dtype(
    [
        ("move", "i8"),
        ("guided", "i8"),
        ("first_child", "i4"),
        ("next_sibling", "i4"),
        ("visits", "i4"),
        ("available", "i4"),
        ("score", "f8", MOST_SEATS),
        ("utility", "f8", MOST_SEATS),
    ],
    align=True,
)
"""A node of a search tree: sums over its visits. `guided` is the move that the guide chose there
when it first came by: it is always considered. `available` counts how often it could have been
chosen, as hidden cards may forbid a move in some samples. Index 0 is the root, and no child."""

SETTINGS = np.dtype(
    [
        ("exploration", "f8"),
        ("widening", "f8"),
        ("least_width", "f8"),
        ("margin_share", "f8"),
        ("margin_scale", "f8"),
        ("patience", "f8"),
    ],
    align=True,
)
"""How a search behaves; see `engine.analysis.search.Settings`."""

States = npt.NDArray[np.void]
"""Shape (1,), elements of the game's state: Numba takes an array faster than a record."""
Outcomes = npt.NDArray[np.float64]
Nodes = npt.NDArray[np.void]


def _filled_in(*_: Any) -> Any:
    """Stands for a function until `specialise` replaces it."""
    raise NotImplementedError


legal = refusal = play = kind = to_move = turn = draw = choose = _filled_in
scores = places = appraise = fill = finish = judge = child_to_visit = _filled_in


@rule
def mixed(seed: int, one: int, two: int) -> int:
    """64 bits that look random and depend on all three (the finaliser of splitmix64, twice)."""
    bits = np.uint64(seed) + np.uint64(one) * np.uint64(0x9E3779B97F4A7C15)
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    bits = (bits ^ (bits >> np.uint64(31))) + np.uint64(two) * np.uint64(0xD1342543DE82EF95)
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.int64(bits ^ (bits >> np.uint64(31)))  # type: ignore[return-value]


@rule
def share_first_place(seat_places: Points, players: int, shares: Outcomes) -> None:
    """The score of each seat: 1 for a sole win, shared by those who tie, 0 for all others."""
    first = 0
    for seat in range(players):
        first += seat_places[seat] == 1
    for seat in range(players):
        shares[seat] = 1.0 / first if seat_places[seat] == 1 else 0.0


def _judge(
    state: State,
    players: int,
    first_turn: int,
    steadiness: float,
    work: Points,
    shares: Outcomes,
    points: Outcomes,
) -> None:
    """How a playout from `first_turn` on ends; see `Game.steadiness`."""
    places(state, work)
    share_first_place(work, players, shares)
    foreseen = steadiness ** (turn(state) - first_turn)
    scores(state, work)
    for seat in range(players):
        shares[seat] = foreseen * shares[seat] + (1.0 - foreseen) / players
        points[seat] = work[seat]


def _finish(
    state: State,
    guide: int,
    seed: int,
    random: RandomState,
    noise: RandomState,
    buffer: Codes,
    turn_limit: int,
    log: EffectLog,
) -> bool:
    now = -1
    draws = 0
    while True:
        node = kind(state)
        if node == OVER:
            return True
        if turn(state) != now:
            now = turn(state)
            draws = 0
            noise[0] = np.uint64(mixed(seed, now, 1))
            if now >= turn_limit:
                return True
        if node == CHANCE:
            draws += 2
            random[0] = np.uint64(mixed(seed, now, draws))
            move = draw(state, random)
        else:
            move = choose(state, guide, noise, buffer)
            if move < 0:
                return False
        play(state, move, log)


def _compare(
    root: States,
    work: States,
    moves: Codes,
    players: int,
    guide: int,
    seed: int,
    first_sample: int,
    turn_limit: int,
    steadiness: float,
    buffer: Codes,
    randoms: RandomState,
    counts: Points,
    log: EffectLog,
    shares: npt.NDArray[np.float64],
    points: npt.NDArray[np.float64],
) -> bool:
    random, noise = randoms[:1], randoms[1:]
    for sample in range(shares.shape[0]):
        sample_seed = mixed(seed, first_sample + sample, 3)
        work[1] = root[0]
        random[0] = np.uint64(mixed(sample_seed, 0, 5))
        fill(work[1], random)
        for index in range(moves.shape[0]):
            work[0] = work[1]
            state = work[0]
            move = moves[index]
            if move != NO_MOVE:
                if refusal(state, move) != 0:
                    shares[sample, index, :] = np.nan
                    points[sample, index, :] = np.nan
                    continue
                play(state, move, log)
            if not finish(state, guide, sample_seed, random, noise, buffer, turn_limit, log):
                return False
            judge(
                state,
                players,
                turn(root[0]),
                steadiness,
                counts,
                shares[sample, index],
                points[sample, index],
            )
    return True


@rule
def child_by_move(nodes: Nodes, parent: int, move: int) -> int:
    """The child reached by a move; 0 if there is none."""
    child = nodes[parent].first_child
    while child != 0 and nodes[child].move != move:
        child = nodes[child].next_sibling
    return int(child)


@rule
def add_child(nodes: Nodes, used: Points, parent: int, move: int) -> int:
    """A new child; 0 if the tree is full."""
    child = used[0]
    if child >= nodes.shape[0]:
        return 0
    used[0] = child + 1
    nodes[child].move = move
    nodes[child].guided = NO_MOVE
    nodes[child].first_child = 0
    nodes[child].next_sibling = nodes[parent].first_child
    nodes[child].visits = 0
    nodes[child].available = 0
    nodes[child].score[:] = 0.0
    nodes[child].utility[:] = 0.0
    nodes[parent].first_child = child
    return int(child)


@rule
def most_promising(worths: Worths, count: int) -> int:
    """The index of the greatest worth, which is then struck out."""
    best = 0
    for index in range(1, count):
        if worths[index] > worths[best]:
            best = index
    worths[best] = -np.inf
    return best


@rule
def select_child(
    nodes: Nodes,
    used: Points,
    parent: int,
    seat: int,
    moves: Codes,
    count: int,
    worths: Worths,
    settings: npt.NDArray[np.void],
) -> int:
    """The child to visit among the most promising moves, by UCB1 over what was available; the
    first of them that was never visited goes first. 0 if the tree is full."""
    how = settings[0]
    for index in range(count):
        if moves[index] == nodes[parent].guided:
            worths[index] = np.inf
    width = min(count, int(how.least_width + how.widening * np.sqrt(nodes[parent].visits)))
    chosen = 0
    highest = -np.inf
    for _ in range(width):
        move = moves[most_promising(worths, count)]
        child = child_by_move(nodes, parent, move)
        if child == 0:
            child = add_child(nodes, used, parent, move)
            if child == 0:
                break
        node = nodes[child]
        node.available += 1
        if node.visits == 0:
            return child
        bound = node.utility[seat] / node.visits + how.exploration * np.sqrt(
            np.log(node.available) / node.visits
        )
        if bound > highest:
            highest = bound
            chosen = child
    return chosen


@rule
def add_outcome(
    nodes: Nodes,
    path: Codes,
    depth: int,
    players: int,
    shares: Outcomes,
    points: Outcomes,
    settings: npt.NDArray[np.void],
) -> None:
    """Add how a playout ended to every node on its way."""
    how = settings[0]
    for seat in range(players):
        ahead = np.inf
        for other in range(players):
            if other != seat:
                ahead = min(ahead, points[seat] - points[other])
        margin = 0.5 + 0.5 * np.tanh(ahead / how.margin_scale)
        utility = (1.0 - how.margin_share) * shares[seat] + how.margin_share * margin
        for step in range(depth + 1):
            nodes[path[step]].score[seat] += shares[seat]
            nodes[path[step]].utility[seat] += utility
    for step in range(depth + 1):
        nodes[path[step]].visits += 1


def _child_to_visit(
    state: State,
    nodes: Nodes,
    used: Points,
    node: int,
    guide: int,
    noise: RandomState,
    buffer: Codes,
    worths: Worths,
    settings: npt.NDArray[np.void],
) -> int:
    if nodes[node].guided == NO_MOVE:
        nodes[node].guided = choose(state, guide, noise, buffer)
        if nodes[node].guided < 0:
            return -1
    count = legal(state, buffer)
    appraise(state, buffer, count, worths)
    return select_child(nodes, used, node, to_move(state), buffer, count, worths, settings)


def _grow(
    root: States,
    work: States,
    players: int,
    guide: int,
    seed: int,
    first_iteration: int,
    iterations: int,
    turn_limit: int,
    steadiness: float,
    nodes: Nodes,
    used: Points,
    settings: npt.NDArray[np.void],
    buffer: Codes,
    worths: Worths,
    path: Codes,
    randoms: RandomState,
    counts: Points,
    outcome: npt.NDArray[np.float64],
    log: EffectLog,
) -> bool:
    random, noise = randoms[:1], randoms[1:]
    patience = settings[0].patience
    for iteration in range(first_iteration, first_iteration + iterations):
        sample = iteration
        first = 0
        if kind(root[0]) == DECISION:
            # The move at the root is chosen before the sample, and its n-th visit gets sample n:
            # so moves are compared in pairs. Its seat knows the same in every sample.
            noise[0] = np.uint64(mixed(seed, iteration, 9))
            first = child_to_visit(root[0], nodes, used, 0, guide, noise, buffer, worths, settings)
            if first < 0:
                return False
            sample = nodes[first].visits
        iteration_seed = mixed(seed, sample, 7)
        work[0] = root[0]
        state = work[0]
        random[0] = np.uint64(mixed(iteration_seed, 0, 5))
        fill(state, random)
        depth = 0
        path[0] = 0
        node = 0
        while depth + 1 < path.shape[0]:
            waits_for = kind(state)
            if waits_for == OVER or turn(state) >= turn_limit:
                break
            if depth == 0 and first > 0:
                child = first
                if refusal(state, nodes[child].move) != 0:
                    break
            elif depth > 0 and nodes[node].visits < patience:
                break
            elif waits_for == CHANCE:
                move = draw(state, random)
                child = child_by_move(nodes, node, move)
                if child == 0:
                    child = add_child(nodes, used, node, move)
            else:
                noise[0] = np.uint64(mixed(iteration_seed, depth, 9))
                child = child_to_visit(
                    state, nodes, used, node, guide, noise, buffer, worths, settings
                )
                if child < 0:
                    return False
            if child == 0:
                break
            is_new = nodes[child].visits == 0
            play(state, nodes[child].move, log)
            depth += 1
            path[depth] = child
            node = child
            if is_new and waits_for != CHANCE:
                break
        if depth == 0 and first > 0:
            # What its seat may hold forbids the move in this sample: it leads nowhere.
            nodes[first].visits += 1
            continue
        if not finish(state, guide, iteration_seed, random, noise, buffer, turn_limit, log):
            return False
        judge(state, players, turn(root[0]), steadiness, counts, outcome[0], outcome[1])
        add_outcome(nodes, path, depth, players, outcome[0], outcome[1], settings)
    return True


@dataclass(frozen=True, slots=True)
class AnalysisKernels:
    """Compiled loops of one game. `root` holds the position, `work` (shape (2,)) is scratch,
    `guide` the index of the policy that plays on, `buffer` scratch for legal moves, `randoms`
    (shape (2,)) and `counts` (int64, a place a seat) scratch. Both of the first return False if
    the guide could not go on, as on a board of unknown areas.

    compare(root, work, moves, players, guide, seed, first_sample, turn_limit, steadiness, buffer,
        randoms, counts, log, shares, points): play every one of `moves` (or chance outcomes;
        `NO_MOVE` for none) and what follows, with the same hidden things and chance for all in
        each sample; scores and points go to `shares` and `points`, shape (samples, moves,
        players), NaN where a sample forbids a move.
    grow(root, work, players, guide, seed, first_iteration, iterations, turn_limit, steadiness,
        nodes, used, settings, buffer, worths, path, randoms, counts, outcome, log): that many
        iterations of tree search into `nodes`, of which `used[0]` are taken.
    """

    compare: Callable[..., bool]
    grow: Callable[..., bool]


@cache
def analysis_of(game: Game) -> AnalysisKernels:
    """The compiled loops of this game; cheap after the first call."""
    rules = game.rules
    judging = specialise(
        _judge, game.key, places=rules.places, scores=rules.scores, turn=rules.turn
    )
    finishing = specialise(
        _finish,
        game.key,
        kind=rules.kind,
        turn=rules.turn,
        draw=rules.draw,
        choose=rules.choose,
        play=rules.play,
    )
    shared: dict[str, Callable[..., Any]] = {
        "finish": finishing,
        "judge": judging,
        "fill": rules.fill,
        "refusal": rules.refusal,
        "play": rules.play,
        "turn": rules.turn,
    }
    return AnalysisKernels(
        compare=specialise(_compare, game.key, **shared),
        grow=specialise(
            _grow,
            game.key,
            **shared,
            kind=rules.kind,
            draw=rules.draw,
            child_to_visit=specialise(
                _child_to_visit,
                game.key,
                to_move=rules.to_move,
                choose=rules.choose,
                legal=rules.legal,
                appraise=rules.appraise,
            ),
        ),
    )
