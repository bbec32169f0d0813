"""The sentence encoder: how its shipped files are made."""
