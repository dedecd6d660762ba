"""How good is the review? What was measured, how, and where it falls short."""

from dashboard.components.quality_view import show_quality

ICON = ":material/verified:"
ORDER = 90

show_quality()
