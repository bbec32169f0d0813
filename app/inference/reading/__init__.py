"""The reader of Ask: answers in posts, and whose side a post takes."""
