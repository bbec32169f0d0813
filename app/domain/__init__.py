"""The terms of the field as plain immutable values; imports nothing but errors."""
