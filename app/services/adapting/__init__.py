"""Adapts the encoder to a library without labels: synthetic claims are made for its fact-checks, and the encoder is trained to find
them."""
