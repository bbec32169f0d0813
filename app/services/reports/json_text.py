"""Formats rows as JSON, with control and direction characters escaped."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from app.domain.control_characters import escaped_json


def json_row(row: Mapping[str, Any]) -> bytes:
    """Encode a row on one line, without a line break."""
    return escaped_json(_encoded(row))


def pretty(row: Mapping[str, Any]) -> bytes:
    """Encode a row over several indented lines, with a final line break."""
    try:
        indented = msgspec.json.format(_encoded(row), indent=2)
    except msgspec.DecodeError:  # it refuses a lone surrogate
        indented = json.dumps(msgspec.to_builtins(row), indent=2).encode()
    return escaped_json(indented) + b"\n"


def _encoded(row: Mapping[str, Any]) -> bytes:
    try:
        return msgspec.json.encode(row)
    except UnicodeEncodeError:  # a file name that is not UTF-8
        return json.dumps(msgspec.to_builtins(row)).encode()
