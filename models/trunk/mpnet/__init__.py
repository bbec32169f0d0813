"""Training of the next cross-encoder trunk from all-mpnet-base-v2. Nothing here is shipped yet; README.md has the commands."""
