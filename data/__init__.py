"""The store: games in, frames out. Nothing else opens DuckDB."""
