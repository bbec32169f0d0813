"""Adapting the encoder to a library without labels: claims are made up for its fact-checks, and the encoder learns to find these."""
