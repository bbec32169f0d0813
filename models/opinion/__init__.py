"""Stance model of posts; trained by the modules of `models.reader`."""
