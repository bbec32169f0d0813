"""Training of the prefilter, the first pair scorer."""
