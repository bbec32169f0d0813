"""The answerer, which says how surely a passage answers a question about a claim: how its weights are made."""
