"""Scoring curves: how points grow over the turns of many games, and where they come from."""

from dashboard.components.curves_view import show_curves

ICON = ":material/show_chart:"
ORDER = 30

show_curves()
