"""The user's own models: requirements of the folder, tests, and adapters."""
