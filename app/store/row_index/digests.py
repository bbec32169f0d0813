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


def places(sought: Hashes, stored: Hashes) -> Longs:
    """Return for each sought digest the index of an equal row of `stored`, or -1; zeros never match."""
    order = np.argsort(stored[:, 0])
    firsts, seconds = stored[order, 0], stored[order, 1]
    positions = np.full(len(sought), -1, np.int64)
    looking = np.flatnonzero(sought.any(axis=1))
    at = np.searchsorted(firsts, sought[looking, 0])
    while len(looking):  # once more only where two digests are equal in their first half
        inside = at < len(firsts)
        looking, at = looking[inside], at[inside]
        inside = firsts[at] == sought[looking, 0]
        looking, at = looking[inside], at[inside]
        equal = seconds[at] == sought[looking, 1]
        positions[looking[equal]] = order[at[equal]]
        looking, at = looking[~equal], at[~equal] + 1
    return positions
