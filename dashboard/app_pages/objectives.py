"""Objectives and heatmaps: what gets completed how often, and where on the board things happen."""

from dashboard.components.objectives_view import show_objectives_and_heatmaps

ICON = ":material/target:"
ORDER = 40

show_objectives_and_heatmaps()
