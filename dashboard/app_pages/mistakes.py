"""Mistakes: what decisions cost across games, where loss comes from, and the queue of reviews."""

from dashboard.components.mistakes_view import show_mistakes

ICON = ":material/psychology_alt:"
ORDER = 25

show_mistakes()
