"""Distinct types for the small integers of a game, so that swapping two is a type error."""

from typing import NewType

Seat = NewType("Seat", int)
"""A player's place in turn order, from 0."""

Ply = NewType("Ply", int)
"""An index into a log's `moves`, from 0; chance outcomes are plies too."""

Turn = NewType("Turn", int)
"""The number of turns finished."""

MoveCode = NewType("MoveCode", int)
"""A whole move as one 64-bit integer; what it means is the game's own affair."""
