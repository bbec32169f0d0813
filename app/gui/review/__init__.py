"""Reviewing: deciding, undoing, keeping the project, looking back."""
