"""What a sentence does with a checked claim, and where the two differ, read from their syntax."""
