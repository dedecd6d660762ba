"""Commands of `hexcoach` that the dashboard brings."""
