"""Commands that need the engine alone; see `engine.cli.discovery` for what a command is."""
