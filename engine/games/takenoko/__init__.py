"""Takenoko (Antoine Bauza): two to four players grow and eat bamboo in a hexagonal garden."""

from engine.games.takenoko.game import GAME

__all__ = ["GAME"]
