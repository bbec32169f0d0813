"""Shared base of the importers of rows: files and archives, lines, tables, JSON, and the values in them."""

from __future__ import annotations
