"""Whose side a post takes; made by the modules of `models.reader`."""
