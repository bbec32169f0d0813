"""What keeps the tests and their children off the network."""
