"""hexlog/1, the project's own game-log format: reading and writing."""

from engine.importers.contract import Importer
from engine.importers.hexlog.reader import HexlogImporter
from engine.importers.hexlog.record import ReadLog, parse_log
from engine.importers.hexlog.writer import format_log

IMPORTER: Importer = HexlogImporter()

__all__ = ["IMPORTER", "ReadLog", "format_log", "parse_log"]
