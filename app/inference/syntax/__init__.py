"""The syntax of English sentences, read by a branch of the cross-encoder."""
