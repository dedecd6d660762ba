"""The kinds of effect and the words in them, by number."""

from engine.games.takenoko.components import CARD_TEXTS, CHIPS, PLOT_KINDS, PLOT_TEXTS, WEATHERS

EFFECT_KINDS = (
    "scored",
    "objective_drawn",
    "objective_returned",
    "objective_completed",
    "objective_missed",
    "ranked",
    "weather",
    "weather_chosen",
    "weather_declined",
    "acted",
    "laid",
    "irrigated",
    "grew",
    "ate",
    "moved",
    "channel_taken",
    "channel_laid",
    "chip_taken",
    "chip_placed",
    "paid",
    "turn_ended",
)
(
    SCORED,
    OBJECTIVE_DRAWN,
    OBJECTIVE_RETURNED,
    OBJECTIVE_COMPLETED,
    OBJECTIVE_MISSED,
    RANKED,
    WEATHER_THROWN,
    WEATHER_CHOSEN,
    WEATHER_DECLINED,
    ACTED,
    LAID,
    IRRIGATED,
    GREW,
    ATE,
    MOVED,
    CHANNEL_TAKEN,
    CHANNEL_LAID,
    CHIP_TAKEN,
    CHIP_PLACED,
    PAID,
    TURN_ENDED,
) = range(len(EFFECT_KINDS))

_PLAIN = (
    *("plots", "channel", "gardener", "panda", "card"),  # in the order of the actions
    *("plot", "emperor", "deal", "hand", "pond", "garden", "first", "action", "lay", "improve"),
)
VOCABULARY = ("", *PLOT_TEXTS[:PLOT_KINDS], *CARD_TEXTS, *WEATHERS[1:], *CHIPS, *_PLAIN)

NOTHING = 0
PLOT_WORD = 1
"""Plus the kind of plot; a colour's word is that of its bare plot."""
CARD_WORD = PLOT_WORD + PLOT_KINDS
WEATHER_WORD = CARD_WORD + len(CARD_TEXTS) - 1
"""Plus the weather, from 1."""
CHIP_WORD = WEATHER_WORD + len(WEATHERS) - 1
"""Plus the improvement, from 1."""
ACTION_WORD = CHIP_WORD + len(CHIPS) + 1
"""Plus the action."""
(
    PLOTS_WORD,
    CHANNEL_WORD,
    GARDENER_WORD,
    PANDA_WORD,
    CARD_ACTION_WORD,
    PLOT_CARD_WORD,
    EMPEROR_WORD,
    DEAL_WORD,
    HAND_WORD,
    POND_WORD,
    GARDEN_WORD,
    FIRST_WORD,
    ACTION_CAUSE_WORD,
    LAY_WORD,
    IMPROVE_WORD,
) = range(ACTION_WORD, ACTION_WORD + len(_PLAIN))
