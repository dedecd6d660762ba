"""Scores, groups and places."""

import numpy as np

from engine.core.compiling import rule
from engine.core.effects import EffectLog, emit_amount
from engine.core.game import Points, State
from engine.games.battle_sheep.moves import q_at, r_at
from engine.games.battle_sheep.state import HERD, MOST_PLAYERS
from engine.games.battle_sheep.vocabulary import (
    FULL_DEPLOYMENT,
    GROUP,
    LARGEST_GROUP,
    NOTHING,
    OBJECTIVE_COMPLETED,
    OBJECTIVE_MISSED,
    RANKED,
    SHORT,
)


@rule
def _are_neighbours(place: int, other: int) -> bool:
    q = q_at(place) - q_at(other)
    r = r_at(place) - r_at(other)
    return max(abs(q), abs(r), abs(q + r)) == 1


@rule
def largest_group(state: State, seat: int) -> int:
    """Cells of this seat's largest connected group."""
    held = state.held[seat]
    places = np.empty(HERD, dtype=np.int64)
    for index in range(held):
        places[index] = state.place[state.stacks[seat * HERD + index].cell]
    largest = 0
    searched = 0
    while searched < held:
        first = searched
        found = searched + 1
        while searched < found:
            for index in range(found, held):
                if _are_neighbours(places[searched], places[index]):
                    places[index], places[found] = places[found], places[index]
                    found += 1
            searched += 1
        largest = max(largest, found - first)
    return largest


@rule
def scores(state: State, points: Points) -> None:
    """Cells occupied, by seat."""
    for seat in range(state.players):
        points[seat] = state.held[seat]


@rule
def _is_ahead(state: State, seat: int, other: int) -> bool:
    """Whether this seat ranks above the other: by cells, then, if these tie, by largest group."""
    if other == state.last_seat:
        return True
    if seat == state.last_seat:
        return False
    if state.held[seat] != state.held[other]:
        return state.held[seat] > state.held[other]
    return largest_group(state, seat) > largest_group(state, other)


@rule
def places(state: State, places: Points) -> None:
    """Every seat's place, 1-based, ties sharing."""
    for seat in range(state.players):
        places[seat] = 1
        for other in range(state.players):
            if other != seat and _is_ahead(state, other, seat):
                places[seat] += 1


@rule
def _report_objective(seat: int, objective: int, done: bool, log: EffectLog) -> None:
    if done:
        emit_amount(log, OBJECTIVE_COMPLETED, seat, objective, 0, NOTHING)
    else:
        emit_amount(log, OBJECTIVE_MISSED, seat, objective, 0, SHORT)


@rule
def report_outcome(state: State, log: EffectLog) -> None:
    """Groups, objectives and places of a game that is over."""
    if log.limit == 0:
        return
    group = np.zeros(MOST_PLAYERS, dtype=np.int64)
    place = np.zeros(MOST_PLAYERS, dtype=np.int64)
    for seat in range(state.players):
        group[seat] = largest_group(state, seat)
    places(state, place)
    for seat in range(state.players):
        emit_amount(log, GROUP, seat, NOTHING, group[seat], NOTHING)
        full = state.held[seat] == HERD
        _report_objective(seat, FULL_DEPLOYMENT, full, log)
        _report_objective(seat, LARGEST_GROUP, group[seat] == group.max(), log)
        emit_amount(log, RANKED, seat, NOTHING, place[seat], NOTHING)
