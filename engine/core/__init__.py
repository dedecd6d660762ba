"""What every game, importer and page shares: the `Game` contract, ids, logs, effects, chance."""
