"""Models of the user's own: what a folder must be, how it is tested and run."""
