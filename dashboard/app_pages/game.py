"""Game: one game on its board, move by move, with its points and objectives."""

from dashboard.components.game_view import show_game

ICON = ":material/hive:"
ORDER = 20

show_game()
