"""Stance between published texts and what is judged."""
