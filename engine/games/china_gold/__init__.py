"""China Gold (Günter Cornett): two prospectors, one by mountains, one by rivers."""

from engine.games.china_gold.game import GAME

__all__ = ["GAME"]
