"""The multilingual student encoder: texts of any language into the space of the English claim encoder."""
