"""The command line: `hexcoach`."""
