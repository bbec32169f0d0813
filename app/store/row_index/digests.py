"""Digests of texts as rows of two 64-bit numbers, and look-up of one set in another."""

from __future__ import annotations

import hashlib

import numpy as np

from app.store.generation import Hashes
from app.store.postings import Longs

NOTHING = bytes(16)
"""The digest of a text without words."""


def digest_of(text: str) -> bytes:
    """Return a 16-byte digest of a text."""
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).digest()


def words_digest(text: str) -> bytes:
    """Return the digest of a text; zeros where it has no letter or digit, such as one of emoji only: there is nothing to search
    for."""
    return digest_of(text) if any(map(str.isalnum, text)) else NOTHING


def digests(packed: bytes | bytearray) -> Hashes:
    """Return packed digests as rows, shape (n, 2)."""
    return np.frombuffer(bytes(packed), np.uint64).reshape(-1, 2)


def matching_positions(hashes: Hashes, stored: Hashes) -> Longs:
    """Return for each sought digest the index of an equal row of `stored`, or -1; zeros never match."""
    order = np.argsort(stored[:, 0])
    first_words, second_words = stored[order, 0], stored[order, 1]
    positions = np.full(len(hashes), -1, np.int64)
    pending = np.flatnonzero(hashes.any(axis=1))
    candidates = np.searchsorted(first_words, hashes[pending, 0])
    while len(pending):  # a second round is only needed for digests with equal first halves
        inside = candidates < len(first_words)
        pending, candidates = pending[inside], candidates[inside]
        inside = first_words[candidates] == hashes[pending, 0]
        pending, candidates = pending[inside], candidates[inside]
        equal = second_words[candidates] == hashes[pending, 1]
        positions[pending[equal]] = order[candidates[equal]]
        pending, candidates = pending[~equal], candidates[~equal] + 1
    return positions
