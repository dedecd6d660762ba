"""The tables that can be taken out of the store."""

OF_GAMES = (
    "games",
    "seats",
    "moves",
    "effects",
    "objectives",
    "scores",
    "actions",
    "reviews",
    "decisions",
    "review_seats",
    "findings",
    "exercises",
    "attempts",
)
"""Tables of which the rows of the games chosen are taken."""
OF_IMPORTS = ("imports", "files", "verdicts", "rejected")
"""Tables that are taken as a whole: what they tell of may never have become a game."""
TABLES = (*OF_GAMES, *OF_IMPORTS)
