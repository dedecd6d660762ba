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


def hand_texts(state: State, seat: int) -> list[str]:
    """The cards in a hand, sorted; unknown ones as `plot:?`."""
    player = state.seats[seat]
    held = player.hand[: player.hand_count].tolist()
    return sorted(CARD_TEXTS[unknown_card_of(card)] for card in held)


def _plots(state: State) -> dict[str, dict[str, Any]]:
    cells = sorted(range(1, int(state.cells)), key=lambda cell: (state.q[cell], state.r[cell]))
    return {
        cell_text(state, cell): {
            "colour": COLOURS[state.colour[cell]],
            "improvement": None
            if state.improvement[cell] == BARE
            else IMPROVEMENTS[state.improvement[cell]],
            "bamboo": int(state.bamboo[cell]),
            "irrigated": bool(int(state.wet) >> cell & 1),
        }
        for cell in cells
    }


def _channels(state: State) -> list[list[str]]:
    def sort_key(edge: int) -> tuple[int, ...]:
        one, other = divmod(edge, CELLS)
        return (
            *(int(state.q[one]), int(state.r[one])),
            *(int(state.q[other]), int(state.r[other])),
        )

    edges = sorted(state.channels[: state.channel_count].tolist(), key=sort_key)
    return [[cell_text(state, cell) for cell in divmod(edge, CELLS)] for edge in edges]


def _player(state: State, seat: int) -> dict[str, Any]:
    player = state.seats[seat]
    return {
        "bamboo": {colour: int(player.bamboo[index]) for index, colour in enumerate(COLOURS)},
        "channels": int(player.channels),
        "chips": sorted(
            chip for index, chip in enumerate(CHIPS, start=1) for _ in range(player.chips[index])
        ),
        "hand": hand_texts(state, seat),
        "completed": [CARD_TEXTS[card] for card in player.completed[: player.completed_count]],
        "score": int(player.score),
    }


def position(state: State) -> dict[str, Any]:
    """What everybody can see, and the hands as far as the log knows them."""
    over = state.phase == OVER_PHASE
    return {
        "phase": PHASES[state.phase],
        "turn": int(state.turn),
        "to_move": None if over else int(state.seat),
        "weather": WEATHERS[state.weather] or None,
        "actions_left": int(actions_in_turn(state) - state.used_count),
        "used": [ACTIONS[action] for action in state.used[: state.used_count]],
        "plots": _plots(state),
        "channels": _channels(state),
        "panda": cell_text(state, state.panda),
        "gardener": cell_text(state, state.gardener),
        "bank": {
            "channels": int(state.bank_channels),
            "bamboo": {
                colour: int(state.bank_bamboo[index]) for index, colour in enumerate(COLOURS)
            },
            "chips": {chip: int(state.bank_chips[index]) for index, chip in enumerate(CHIPS, 1)},
            "plots": int(plots_left(state)),
        },
        "players": [_player(state, seat) for seat in range(state.players)],
        "emperor": None if state.emperor == NOBODY else int(state.emperor),
    }
