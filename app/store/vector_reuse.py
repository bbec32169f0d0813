"""The vectors of a new generation: which ones it takes over from the old generation, and which encoder computed each.

The same model gives slightly different vectors on another device or in another precision (cosine of at least 0.999). A library may be
changed on such a computer without encoding all of it again: the rows that it adds carry the number of their maker. They are encoded
anew by the next change on a computer that computes like the first one, and by a rebuild anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from app.ports import Field, Mask, ModelIdentity, Successor, TextEncoder
from app.store.encoding import Vector
from app.store.generation import DENSE, FieldVectors, Generation
from app.store.postings import Ints

Makers = NDArray[np.uint8]
_MOST_MAKERS = 255


@dataclass(frozen=True, slots=True)
class Known:
    """Vectors by text hash, and the makers' numbers of those whose maker is not number 0."""

    vectors: dict[bytes, Vector]
    makers: dict[bytes, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reuse:
    """The vectors of an old generation that the new one may take over.

    `makers` are the encoders of the new generation by number: first the one whose vectors it is to have. Vectors that are computed now
    are `new_maker`'s. `copied` are the rows of the old generation whose vectors are copied as they are.
    """

    old: Generation | None
    makers: tuple[ModelIdentity, ...]
    new_maker: int
    copied: Mask

    def copied_rows(self, sources: Ints) -> Ints:
        """Return for each row of the new generation the old row whose vectors are copied, or -1. `sources` are the unchanged rows."""
        if not self.copied.any():
            return np.full_like(sources, -1)
        return np.where((sources >= 0) & self.copied.take(sources, mode="clip"), sources, -1)

    def known(self, texts: Mapping[bytes, str], encoder: TextEncoder) -> Known:
        """Return the reusable vectors of these texts, whatever row or field they belonged to."""
        if self.old is None or not texts:
            return Known({})
        if not self.copied.any():
            return Known(_shared_with(self.old, texts, encoder))
        known = Known({})
        for field_vectors in self.old.vectors.values():
            makers = makers_of(field_vectors)
            for row in np.flatnonzero(self.copied).tolist():
                name = field_vectors.hashes[row].tobytes()
                if name in texts:
                    known.vectors[name] = field_vectors.vectors[row]
                    known.makers[name] = int(makers[row])
        return known


def makers_of(field_vectors: FieldVectors) -> Makers:
    """Return the number of each vector's maker; 0 where nothing else is recorded."""
    return np.zeros(len(field_vectors.hashes), np.uint8) if field_vectors.makers is None else field_vectors.makers


def reuse_of(old: Generation | None, encoder: TextEncoder, maker: ModelIdentity, *, sources: Ints) -> Reuse:
    """Decide what the generation that `encoder` extends as `maker` takes over. `sources` are its rows' numbers in the old one, or -1."""
    nothing = Reuse(old=old, makers=(maker,), new_maker=0, copied=np.zeros(0 if old is None else len(old.rows), np.bool_))
    if old is None or old.manifest.dimension != encoder.dimension:
        return Reuse(old=None, makers=(maker,), new_maker=0, copied=nothing.copied)
    makers = (old.manifest.encoder, *old.manifest.others)
    if not maker.same_model(makers[0].key()):
        return nothing
    if maker == makers[0]:
        return Reuse(old=old, makers=(maker,), new_maker=0, copied=~_made_by_others(old))
    # One that computes most of the vectors anew computes all of them, so that no library stays mixed for long.
    if np.count_nonzero(sources >= 0) * 2 < len(sources) or (maker not in makers and len(makers) > _MOST_MAKERS):
        return nothing
    makers = makers if maker in makers else (*makers, maker)
    return Reuse(old=old, makers=makers, new_maker=makers.index(maker), copied=np.ones(len(old.rows), np.bool_))


def _made_by_others(old: Generation) -> Mask:
    return np.asarray(np.any([makers_of(old.vectors[name]) > 0 for name in DENSE], axis=0), np.bool_)


def _shared_with(old: Generation, texts: Mapping[bytes, str], encoder: TextEncoder) -> dict[bytes, Vector]:
    """Return those vectors of another encoder's generation that are valid for this encoder, too."""
    if not isinstance(encoder, Successor):
        return {}
    shared: dict[bytes, Vector] = {}
    for field_vectors in old.vectors.values():
        for row, maker in enumerate(makers_of(field_vectors).tolist()):
            name = field_vectors.hashes[row].tobytes()
            if name in texts and encoder.keeps((old.manifest.encoder, *old.manifest.others)[maker], texts[name]):
                shared[name] = field_vectors.vectors[row]
    return shared


def field_vectors_of(
    reuse: Reuse, name: Field, old_rows: Ints, new_hashes: Sequence[bytes], known: Known, *, dimension: int
) -> FieldVectors:
    """Return a field's vectors by row: copied from `old_rows`, or where these are -1 the known vectors of the texts `new_hashes`."""
    new_rows = np.flatnonzero(old_rows < 0)
    old = reuse.old.vectors[name] if reuse.old is not None and reuse.copied.any() else None
    if old is not None:
        vectors, hashes = old.vectors.take(old_rows, axis=0, mode="clip"), old.hashes.take(old_rows, axis=0, mode="clip")
        makers = makers_of(old).take(old_rows, mode="clip")
    else:
        vectors, hashes = np.empty((len(old_rows), dimension), np.float32), np.empty((len(old_rows), 2), np.uint64)
        makers = np.zeros(len(old_rows), np.uint8)
    vectors[new_rows], makers[new_rows] = 0, 0
    if len(new_rows):
        hashes[new_rows] = np.frombuffer(b"".join(new_hashes), np.uint64).reshape(-1, 2)
    for row, text in zip(new_rows.tolist(), new_hashes, strict=True):
        if text in known.vectors:
            vectors[row], makers[row] = known.vectors[text], known.makers.get(text, 0)
    return FieldVectors(vectors=vectors, hashes=hashes, makers=makers if makers.any() else None)
