"""The life of a story: repeats, narratives, how they travel, and what statistics say of them. Pure functions over values and arrays."""
