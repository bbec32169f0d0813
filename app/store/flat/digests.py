"""Digests of texts as rows of two 64-bit numbers, and where one set of them stands in another."""

from __future__ import annotations

import hashlib

import numpy as np

from app.store.generation import Hashes
from app.store.postings import Longs

NOTHING = bytes(16)
"""The digest of a text without words."""


def digest_of(text: str) -> bytes:
    """16 bytes that name a text."""
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).digest()


def words_digest(text: str) -> bytes:
    """The same; zeros for a text without a letter or digit, such as one of emoji alone: it says nothing that could be searched for."""
    return digest_of(text) if any(map(str.isalnum, text)) else NOTHING


def digests(packed: bytes | bytearray) -> Hashes:
    """Digests that follow each other, as rows of shape (n, 2)."""
    return np.frombuffer(bytes(packed), np.uint64).reshape(-1, 2)


def places(sought: Hashes, stored: Hashes) -> Longs:
    """For each wanted digest a row of `stored` that is equal to it, or -1; zeros are never found."""
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
