"""Training of the combiner, which turns the answers about a claim into a verdict."""
