"""The multilingual student encoder. It encodes texts of any language in the space of the English claim encoder."""
