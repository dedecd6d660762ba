"""What a position is worth, what each decision cost, how much was luck, and why."""
