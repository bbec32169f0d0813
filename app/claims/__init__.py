"""Speech act of a sentence towards a checked claim, and their differences, from the syntax of both."""
