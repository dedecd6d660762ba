"""The text log of the Takenoko simulator `ozeliurs/Takenoko` (Java; log4j lines)."""

from engine.importers.contract import Importer
from engine.importers.ozeliurs.reader import OzeliursImporter

IMPORTER: Importer = OzeliursImporter()

__all__ = ["IMPORTER"]
