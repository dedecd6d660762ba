"""Logs of Board Game Arena, however they were saved; what they mean is in `dialects`."""

from engine.importers.bga.reader import BgaImporter
from engine.importers.contract import Importer

IMPORTER: Importer = BgaImporter()

__all__ = ["IMPORTER", "BgaImporter"]
