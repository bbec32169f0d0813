"""An index over many short texts of a SQLite file (posts, passages of evidence): words by BM25, vectors in a file that is only added to."""
