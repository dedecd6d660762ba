"""Battle Sheep (Francesco Rotta), also published as Splits: who spreads the herd widest."""

from engine.games.battle_sheep.game import GAME

__all__ = ["GAME"]
