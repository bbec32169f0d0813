"""The worker process and the typed protocol spoken with it."""
