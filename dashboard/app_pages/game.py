"""Game: one game on its board, move by move, with its points and objectives."""

from dashboard.components.game_view import show_game

show_game()
