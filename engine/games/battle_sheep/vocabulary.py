"""Effects of Battle Sheep as the small integers that rules write, and the words behind them."""

EFFECT_KINDS = (
    "scored",
    "objective_drawn",
    "objective_completed",
    "objective_missed",
    "ranked",
    "laid",
    "started",
    "split",
    "blocked",
    "group",
)
(
    SCORED,
    OBJECTIVE_DRAWN,
    OBJECTIVE_COMPLETED,
    OBJECTIVE_MISSED,
    RANKED,
    LAID,
    STARTED,
    SENT,
    BLOCKED,
    GROUP,
) = range(len(EFFECT_KINDS))

VOCABULARY = (
    "",
    "territory",
    "pasture",
    "full-deployment",
    "largest-group",
    "deal",
    "deployed",
    "boxed_in",
    "short",
)
(
    NOTHING,
    TERRITORY,
    PASTURE,
    FULL_DEPLOYMENT,
    LARGEST_GROUP,
    DEAL,
    DEPLOYED,
    BOXED_IN,
    SHORT,
) = range(len(VOCABULARY))
