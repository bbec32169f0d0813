"""What every importer of rows builds on: files and archives, lines, tables, JSON, and the values in them."""

from __future__ import annotations
