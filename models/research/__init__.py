"""The seed papers' measures, of given predictions or of our own run."""
