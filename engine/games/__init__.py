"""One folder a game; `engine.core.registry` finds them, no list names them."""
