"""Readers of game logs: containers, lines, and one folder for each source's dialect."""
