"""Training of the answerer, which gives the probability that a passage answers a question about a claim."""
