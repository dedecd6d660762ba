"""The errors of the engine, each carrying one sentence for the person who reads it."""


class HexcoachError(Exception):
    """Base of all errors that a person caused and can mend; `str()` is one clear sentence."""


class UnknownGame(HexcoachError):
    """No game of this key is installed."""


class BadSetup(HexcoachError):
    """A log's header cannot start a game: unknown switch, bad board, wrong number of players."""


class UnreadableMove(HexcoachError):
    """The text is no move of this game."""


class IllegalMove(HexcoachError):
    """The move can be read, but not played in this position."""


class AmbiguousMove(HexcoachError):
    """The text can be read as more than one move of this position."""


class UnreadableLog(HexcoachError):
    """A file, or one line of it, holds no game log."""
