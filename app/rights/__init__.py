"""Permissions of the files that the program writes."""
