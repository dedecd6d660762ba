"""The log of the solver `Tuupertunut/BattleSheepSolver` (Battle Sheep, Rust): printed boards."""

from engine.importers.contract import Importer
from engine.importers.tuupertunut.reader import TuupertunutImporter

IMPORTER: Importer = TuupertunutImporter()

__all__ = ["IMPORTER"]
