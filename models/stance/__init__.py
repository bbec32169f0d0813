"""The first stance model: how its weights are made."""
