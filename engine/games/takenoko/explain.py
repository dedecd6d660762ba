"""Why a move is refused, in one sentence that says what is wrong and what would be right."""

from collections.abc import Iterable

from engine.core.game import State
from engine.games.takenoko import moves, reasons
from engine.games.takenoko.bits import has
from engine.games.takenoko.components import (
    ACTIONS,
    CARD_TEXTS,
    CARDS,
    CHIPS,
    COLOURS,
    DECKS,
    HAND_LIMIT,
    IMPROVEMENTS,
    PANDA_CARDS,
    PLOT_TEXTS,
    UNKNOWN_PLOT,
    WEATHERS,
    deck_of,
)
from engine.games.takenoko.decks import drawable_cards, in_upper_part
from engine.games.takenoko.garden import can_grow
from engine.games.takenoko.legality import (
    actions_open,
    chips_held,
    improvable,
    may_skip,
    possible_actions,
    storm_goals,
    weathers_to_choose,
)
from engine.games.takenoko.notation import plots_of
from engine.games.takenoko.piles import plots_to_draw
from engine.games.takenoko.position import cell_text, hand_texts
from engine.games.takenoko.state import NO_CELL, POND, cell_at
from engine.games.takenoko.turns import actions_in_turn

_THROWN_FIRST = "the weather is thrown first (weather sun, rain, wind, storm, clouds or any)"
_CHOSEN_FIRST = "a weather is chosen first"
_EFFECT_FIRST = "the weather's effect comes first, or skip"
_PLOTS_FIRST = "it must first be said which plots were drawn (drawn green pink+watershed …)"
_LAY_FIRST = "one of the plots drawn is laid first"
_CARD_FIRST = "it must first be said which card was drawn (drawn panda:green-2)"

REJECTED_WORDS: dict[int, str] = {
    reasons.GAME_OVER: "{move} comes too late: the game is over.",
    reasons.WEATHER_DUE: "{move} comes too early: " + _THROWN_FIRST + ".",
    reasons.CHOICE_DUE: "{move} comes too early: " + _CHOSEN_FIRST + ".",
    reasons.EFFECT_DUE: "{move} comes too early: " + _EFFECT_FIRST + ".",
    reasons.PLOTS_DUE: "{move} comes too early: " + _PLOTS_FIRST + ".",
    reasons.LAY_DUE: "{move} comes too early: " + _LAY_FIRST + ".",
    reasons.CARD_DUE: "{move} comes too early: " + _CARD_FIRST + ".",
    reasons.NO_WEATHER_DUE: "{move} is not due: the weather is thrown once a turn, at its start, "
    "and not in a player's first one.",
    reasons.NO_CHOICE_DUE: "{move} is not due: a weather is chosen only after any, or after clouds "
    "with an empty bank.",
    reasons.NO_EFFECT_DUE: "{move} is not due: no effect of the weather is waiting.",
    reasons.NO_PLOTS_DUE: "{move} is not due: plots are drawn after the move plots.",
    reasons.NO_LAY_DUE: "{move} is not due: a plot is laid after plots were drawn.",
    reasons.NO_CARD_DUE: "{move} is not due: a card is drawn after the move card.",
    reasons.OTHER_EFFECT_DUE: "{move} is not what this weather brings.",
    reasons.FACE_NOT_TO_CHOOSE: "{move} is no choice here.",
    reasons.NO_CLOUDS_WITHOUT_CHIPS: "{move} is no choice here: clouds bring a chip, and they can "
    "be chosen only after any and while the bank has one.",
    reasons.NOTHING_GROWS_THERE: "{move}: no bamboo can grow there.",
    reasons.STORM_ONLY_TO_PLOTS: "{move}: the storm carries the panda only to a laid plot.",
    reasons.STORM_MOVES_ON: "{move}: the panda is there already, and the storm carries it to "
    "another plot.",
    reasons.STORM_NOT_TO_POND: "{move}: the storm does not carry the panda to the pond "
    "(the switch storm_pond is off).",
    reasons.NO_SUCH_CHIP_IN_BANK: "{move}: the bank has no such chip left.",
    reasons.CHIP_MUST_BE_TAKEN: "{move}: with these rules (clouds_may_skip off) the chip cannot "
    "be declined.",
    reasons.NO_ACTION_LEFT: "{move}: all actions of this turn are spent.",
    reasons.ACTION_USED: "{move}: this action was taken already, and only the wind allows the "
    "same one twice.",
    reasons.PILE_EMPTY: "{move}: no plots are left to draw.",
    reasons.NO_CHANNELS_IN_BANK: "{move}: the bank has no irrigation channels left.",
    reasons.NOT_IN_LINE: "{move}: pawns walk one or more cells in a straight line over laid cells.",
    reasons.HAND_FULL: "{move}: the hand is full with five cards; one must be completed first.",
    reasons.DECK_EMPTY: "{move}: no cards are left there.",
    reasons.WRONG_NUMBER_OF_PLOTS: "{move}: that is not the number of plots to be drawn.",
    reasons.NO_PLOT_SEEN: "{move}: at least one plot, the one laid next, must be known.",
    reasons.PLOTS_NOT_THERE: "{move}: the part of the pile to draw from cannot hold these plots.",
    reasons.PLOT_NOT_DRAWN: "{move}: this plot was not drawn.",
    reasons.CHIP_NOT_HELD: "{move}: there is no such chip in the reserve.",
    reasons.PLOT_HAS_IMPROVEMENT: "{move}: the plot has an improvement already.",
    reasons.PLOT_NOT_SUPPORTED: "{move}: a plot goes beside the pond or beside two plots already "
    "laid.",
    reasons.PLACE_TAKEN: "{move}: that place is taken.",
    reasons.OTHER_DECK: "{move}: that is not a card of the deck drawn from.",
    reasons.CARD_NOT_THERE: "{move}: the deck cannot hold this card now.",
    reasons.NO_CHANNEL_HELD: "{move}: there is no irrigation channel in the reserve.",
    reasons.NOT_AN_EDGE: "{move}: a channel lies between two laid cells that touch.",
    reasons.CHANNEL_THERE: "{move}: a channel lies there already.",
    reasons.POND_EDGE: "{move}: with these rules (pond_edges off) no channel goes on the pond's "
    "own edges.",
    reasons.EDGE_NOT_OPEN: "{move}: neither end of that edge is a corner of the pond or an end of "
    "a channel already laid.",
    reasons.NO_PLOT_THERE: "{move}: no plot lies there.",
    reasons.BAMBOO_ON_PLOT: "{move}: bamboo stands on that plot; a chip needs a plot without.",
    reasons.CARD_NOT_HELD: "{move}: the card is not in the hand.",
    reasons.NOT_FULFILLED: "{move}: the garden does not show what the card wants.",
    reasons.SECTIONS_MISSING: "{move}: the sections that the card wants are not in the reserve.",
    reasons.ACTION_OWED: "{move} comes too early: an action is still owed.",
    reasons.NO_SUCH_MOVE: "No move has the code {move}.",
}

_EFFECTS = {
    "rain": "rain and the plot that grows",
    "storm": "storm and the plot the panda goes to",
    "clouds": "chip and the chip taken",
}


def _listed(names: Iterable[str]) -> str:
    found = list(names)
    if len(found) < 2:
        return "".join(found) or "nothing"
    return f"{', '.join(found[:-1])} or {found[-1]}"


def _members(mask: int) -> list[int]:
    return [index for index in range(int(mask).bit_length()) if has(mask, index)]


def _cells(state: State, mask: int) -> str:
    return _listed(sorted(cell_text(state, cell) for cell in _members(mask)))


def _possible(state: State) -> str:
    return _listed(
        ACTIONS[action] for action in _members(actions_open(state) & possible_actions(state))
    )


def _why_nothing_grows(state: State, cell: int) -> str:
    if cell in (NO_CELL, POND):
        return "no plot lies there"
    if not has(state.wet, cell):
        return "the plot is not irrigated"
    if state.bamboo[cell] == 4:
        return "the bamboo there is four sections high already"
    return f"no {COLOURS[state.colour[cell]]} sections are left in the supply"


def _why_not_in_line(state: State, kind: int, cell: int) -> str:
    pawn = "gardener" if kind == moves.GARDENER else "panda"
    start = state.gardener if kind == moves.GARDENER else state.panda
    there = cell_text(state, start)
    goals = _cells(state, state.reach[start])
    if cell == NO_CELL:
        problem = "no plot lies there"
    elif cell == start:
        problem = f"the {pawn} stands there already and must move"
    else:
        problem = f"it is not in a straight line over laid cells from {there}"
    return f"{problem}; from {there} the {pawn} can go to {goals}"


def _detail(state: State, move: int, reason: int) -> str | None:
    """What the position adds to the sentence of a reason, after the move and a colon."""
    kind, what = moves.kind_of(move), moves.what_of(move)
    cell = cell_at(state, moves.q_of(move), moves.r_of(move))
    match reason:
        case reasons.CHOICE_DUE | reasons.FACE_NOT_TO_CHOOSE:
            choices = _listed(WEATHERS[each] for each in _members(weathers_to_choose(state)))
            return f"a weather must be chosen now, {choices}"
        case reasons.EFFECT_DUE | reasons.OTHER_EFFECT_DUE:
            weather = WEATHERS[state.weather]
            declined = ", or skip" if may_skip(state) else ""
            return f"the effect of {weather} is due now; write {_EFFECTS[weather]}{declined}"
        case reasons.LAY_DUE | reasons.PLOT_NOT_DRAWN:
            drawn = [int(each) for each in state.drawn[: state.drawn_count]]
            known = _listed(PLOT_TEXTS[each] for each in drawn if each != UNKNOWN_PLOT)
            return f"one of the plots drawn, {known}, must be laid now"
        case reasons.CARD_DUE | reasons.OTHER_DECK:
            return f"a card of the {DECKS[state.deck]} deck was drawn; write which, or drawn ?"
        case reasons.NOTHING_GROWS_THERE:
            where = f"it can rain on {_cells(state, can_grow(state))}"
            return f"{_why_nothing_grows(state, cell)}; {where}"
        case reasons.STORM_ONLY_TO_PLOTS:
            goals = _cells(state, storm_goals(state))
            return f"no plot lies there; the storm can carry the panda to {goals}"
        case reasons.NO_SUCH_CHIP_IN_BANK:
            left = [chip for index, chip in enumerate(CHIPS, 1) if state.bank_chips[index] > 0]
            return f"the bank has no {IMPROVEMENTS[what]} chip left; it has {_listed(left)}"
        case reasons.NO_ACTION_LEFT:
            return (
                f"the {actions_in_turn(state)} actions of this turn are spent; "
                "channels, chips and objectives are free, then the turn must end"
            )
        case reasons.ACTION_USED:
            return (
                "this action was taken already this turn, and only the wind allows the same one "
                f"twice; possible now: {_possible(state)}"
            )
        case reasons.ACTION_OWED:
            owed = 2 - int(state.used_count)
            return f"{owed} more action{'s' if owed > 1 else ''} must be taken: {_possible(state)}"
        case reasons.NOT_IN_LINE:
            return _why_not_in_line(state, kind, cell)
        case reasons.HAND_FULL:
            return f"{HAND_LIMIT} cards are in hand, and one must be completed first"
        case reasons.DECK_EMPTY:
            return f"the {DECKS[what]} deck has no cards left"
        case reasons.WRONG_NUMBER_OF_PLOTS:
            needed, drawn_now = plots_to_draw(state), len(plots_of(move))
            return (
                f"{needed} plot{'s are' if needed > 1 else ' is'} drawn here, not {drawn_now}; "
                "write ? for one that is not known"
            )
        case reasons.PLOTS_NOT_THERE:
            return _why_plots_not_there(state, move)
        case reasons.CHIP_NOT_HELD:
            return _why_chip_not_held(state, move)
        case reasons.PLOT_HAS_IMPROVEMENT if kind == moves.IMPROVE:
            has_one = IMPROVEMENTS[state.improvement[cell]]
            return f"the plot has an improvement already ({has_one}), and it stays"
        case reasons.PLOT_HAS_IMPROVEMENT:
            return f"{PLOT_TEXTS[what]} has a printed improvement, so no chip can go on it"
        case reasons.CARD_NOT_THERE:
            return _why_card_not_there(state, what)
        case reasons.BAMBOO_ON_PLOT:
            free = _cells(state, improvable(state))
            return f"bamboo stands on that plot, and a chip needs a plot without; free are {free}"
        case reasons.CARD_NOT_HELD:
            held = ", ".join(hand_texts(state, int(state.seat))) or "nothing"
            return f"the card is not in the hand of seat {state.seat}, which holds {held}"
        case reasons.SECTIONS_MISSING:
            return _why_sections_missing(state, what)
    return None


def _why_plots_not_there(state: State, move: int) -> str:
    kinds = plots_of(move)
    for kind in dict.fromkeys(kinds):
        if kind == UNKNOWN_PLOT:
            continue
        there = int(state.above[kind])
        if state.above_count < len(kinds):
            there += int(state.below[kind])
        if kinds.count(kind) > there:
            return f"at most {there} of {PLOT_TEXTS[kind]} can be in the part drawn from"
    if 0 < state.above_count < len(kinds):
        last = int(state.above_count)
        return f"the last {last} of the upper part of the pile must be among them"
    return "earlier unknown plots leave no room for that draw"


def _why_chip_not_held(state: State, move: int) -> str:
    kind = moves.kind_of(move)
    chip = moves.what_of(move) if kind == moves.IMPROVE else moves.second_of(move)
    held = [IMPROVEMENTS[each] for each in _members(chips_held(state))]
    return f"there is no {IMPROVEMENTS[chip]} chip in the reserve, which has {_listed(held)}"


def _why_card_not_there(state: State, card: int) -> str:
    deck = deck_of(card)
    part = "part below" if in_upper_part(state, deck) == 0 else "part above"
    there = _listed(CARD_TEXTS[each] for each in _members(drawable_cards(state, deck)))
    copies = "all its copies are" if card >= PANDA_CARDS else "it is"
    return f"{copies} elsewhere; the {part} of the {DECKS[deck]} deck can hold {there}"


def _why_sections_missing(state: State, card: int) -> str:
    reserve = state.seats[state.seat].bamboo
    has_now = ", ".join(f"{int(reserve[index])} {each}" for index, each in enumerate(COLOURS))
    wanted = "one section of each colour"
    if card < CARDS - 1:
        wanted = f"two {COLOURS[card - PANDA_CARDS]} sections"
    return f"the card wants {wanted}, and the reserve has {has_now}"


def explain(state: State, move: int, text: str, reason: int) -> str:
    """The sentence for a refused move, written `text`, in this position."""
    detail = _detail(state, move, reason)
    if detail is None:
        return REJECTED_WORDS[reason].format(move=text)
    return f"{text} cannot be played: {detail}."
