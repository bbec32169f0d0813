"""The first pair scorer: how its weights are made."""
