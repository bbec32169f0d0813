"""Training of the syntax network for English: part of speech, head and relation of each word; names, amounts and times."""
