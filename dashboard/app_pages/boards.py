"""Boards: look at a board of China Gold, paint its areas, check them, save it as a board file."""

from dashboard.components.boards_view import show_boards

ICON = ":material/grid_view:"
ORDER = 50

show_boards()
