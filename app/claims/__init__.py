"""Reading of what a sentence does with a checked claim (its speech act), and of the differences between the two texts, from the
syntax of both."""
