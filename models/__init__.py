"""Bundled models and the commands that make them. The running program never imports this package."""
