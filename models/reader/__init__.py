"""Training of the reader of Ask, a network that reads a question or statement together with a post."""
