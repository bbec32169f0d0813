"""Campaigns against the world's faults."""
