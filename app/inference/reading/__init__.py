"""Models of Ask: a reader that extracts answers from posts, and the stance of posts."""
