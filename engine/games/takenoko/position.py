"""The position as the JSON object that replays print."""

from typing import Any

from engine.core.game import State
from engine.games.takenoko.components import (
    ACTIONS,
    BARE,
    CARD_TEXTS,
    CHIPS,
    COLOURS,
    IMPROVEMENTS,
    WEATHERS,
)
from engine.games.takenoko.decks import unknown_card_of
from engine.games.takenoko.piles import plots_left
from engine.games.takenoko.state import CELLS, NOBODY, OVER_PHASE, PHASES
from engine.games.takenoko.turns import actions_in_turn


def cell_text(state: State, cell: int) -> str:
    """`q,r` of a laid cell."""
    return f"{int(state.q[cell])},{int(state.r[cell])}"


def _text(place: tuple[int, int]) -> str:
    return f"{place[0]},{place[1]}"


def hand_texts(state: State, seat: int) -> list[str]:
    """The cards in a hand, sorted; unknown ones as `plot:?`."""
    player = state.seats[seat]
    held = player.hand[: player.hand_count].tolist()
    return sorted(CARD_TEXTS[unknown_card_of(card)] for card in held)


def _cells(state: State) -> list[tuple[int, int]]:
    """The coordinates of every laid cell by its number, the pond first."""
    # Each look at a record's field costs as much as a whole list of small integers.
    laid = state.cells
    return list(zip(state.q[:laid].tolist(), state.r[:laid].tolist(), strict=True))


def _plots(state: State, cells: list[tuple[int, int]]) -> dict[str, dict[str, Any]]:
    wet = int(state.wet)
    colour, improvement, bamboo = (
        field[: len(cells)].tolist() for field in (state.colour, state.improvement, state.bamboo)
    )
    return {
        _text(place): {
            "colour": COLOURS[colour[cell]],
            "improvement": None if improvement[cell] == BARE else IMPROVEMENTS[improvement[cell]],
            "bamboo": bamboo[cell],
            "irrigated": bool(wet >> cell & 1),
        }
        for place, cell in sorted((place, cell) for cell, place in enumerate(cells) if cell > 0)
    }


def _channels(state: State, cells: list[tuple[int, int]]) -> list[list[str]]:
    edges = sorted(
        (cells[edge // CELLS], cells[edge % CELLS])
        for edge in state.channels[: state.channel_count].tolist()
    )
    return [[_text(one), _text(other)] for one, other in edges]


def _player(state: State, seat: int) -> dict[str, Any]:
    player = state.seats[seat]
    chips = player.chips.tolist()
    return {
        "bamboo": dict(zip(COLOURS, player.bamboo.tolist(), strict=True)),
        "channels": int(player.channels),
        "chips": sorted(
            chip for index, chip in enumerate(CHIPS, start=1) for _ in range(chips[index])
        ),
        "hand": hand_texts(state, seat),
        "completed": [CARD_TEXTS[card] for card in player.completed[: player.completed_count]],
        "score": int(player.score),
    }


def position(state: State) -> dict[str, Any]:
    """What everybody can see, and the hands as far as the log knows them."""
    over = state.phase == OVER_PHASE
    cells = _cells(state)
    return {
        "phase": PHASES[state.phase],
        "turn": int(state.turn),
        "to_move": None if over else int(state.seat),
        "weather": WEATHERS[state.weather] or None,
        "actions_left": int(actions_in_turn(state) - state.used_count),
        "used": [ACTIONS[action] for action in state.used[: state.used_count]],
        "plots": _plots(state, cells),
        "channels": _channels(state, cells),
        "panda": cell_text(state, state.panda),
        "gardener": cell_text(state, state.gardener),
        "bank": {
            "channels": int(state.bank_channels),
            "bamboo": dict(zip(COLOURS, state.bank_bamboo.tolist(), strict=True)),
            "chips": dict(zip(CHIPS, state.bank_chips.tolist()[1:], strict=True)),
            "plots": int(plots_left(state)),
        },
        "players": [_player(state, seat) for seat in range(state.players)],
        "emperor": None if state.emperor == NOBODY else int(state.emperor),
    }
