"""The network of Ask: reads a question or statement beside a post."""
