"""Minimal pairs by rule: one thing said in many ways, what denies or excludes it, what follows from it, and near misses.

`frames/` holds the sentence frames and `lists.toml` the words; `words` draws what fills a frame, `frames` renders it,
`triples` makes stance pairs.
"""
