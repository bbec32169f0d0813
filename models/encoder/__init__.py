"""Training and export of the sentence encoder."""
