"""Minimal pairs by rule: paraphrases of a statement, its denials and contraries, what follows from it, and near misses.

`frames/` holds the sentence frames and `lists.toml` the words. `words` draws the fillers of a frame, `frames` renders it, `triples`
makes stance pairs.
"""
