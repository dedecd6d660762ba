"""Exercises: own mistakes to be decided again, until they are known."""

from dashboard.components.exercises_view import show_exercises

ICON = ":material/fitness_center:"
ORDER = 26

show_exercises()
