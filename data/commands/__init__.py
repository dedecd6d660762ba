"""Commands that need the store."""
