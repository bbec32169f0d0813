"""The combiner of answers: how its weights are made."""
