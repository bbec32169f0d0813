"""Narratives page: debunked stories as timelines, flows, graphs and series."""
