"""The preferences: one window of pages, made from the declared settings."""
