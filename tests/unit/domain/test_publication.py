"""Web addresses as users type them."""

from __future__ import annotations

import pytest

from app.domain.publication import web_address


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("https://desk.example/lake#top", "https://desk.example/lake#top"),
        (" desk.example ", "https://desk.example"),
        ("http://desk.example", "http://desk.example"),
        ("desk.example/ñandú?a=1", "https://desk.example/ñandú?a=1"),
        ("", ""),
        ("the desk", ""),
        ("localhost", ""),
        ("desk.", ""),
        ("file:///lake", ""),
        ("javascript:alert(1)", ""),
        ("javascript://desk.example/%0aalert(1)", ""),
        ("https://[broken", ""),
        ("https://desk.example/\u202elake", ""),
        ("https://desk.example/<script>", ""),
    ],
)
def test_addresses(typed: str, address: str) -> None:
    assert web_address(typed) == address
