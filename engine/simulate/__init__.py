"""Games played by the built-in players, and counts of legal moves."""
