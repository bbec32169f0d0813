"""Vectors of the teacher: the claim encoder encodes each English text once, and the vectors are stored under `build/`.

`python -m models.multilingual.teacher DATA` encodes all texts for training and measuring. A stopped run resumes.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.domain.progress import CancelToken, no_progress
from app.inference.encoders.openvino_encoder import OpenVinoEncoder
from app.inference.manifest import checked_model

KEPT = Path("build") / "training" / "multilingual" / "teacher"
_CHUNK = 8192

Vectors = NDArray[np.float16]


class Teacher:
    """Store of the claim encoder's unit vectors (n, 384) of English texts, as float16."""

    def __init__(self, *, threads: int = 2) -> None:
        self._encoder = OpenVinoEncoder(checked_model("encoder"), threads=threads)
        self.artefact = self._encoder.identity.artefact
        self._folder = KEPT / self.artefact[:16]
        self._folder.mkdir(parents=True, exist_ok=True)
        self._row: dict[str, int] = {}
        parts: list[Vectors] = [np.empty((0, self._encoder.dimension), np.float16)]
        for path in sorted(self._folder.glob("*.npz")):
            with np.load(path) as chunk:
                self._row |= {str(digest): row for row, digest in enumerate(chunk["digests"], start=sum(map(len, parts)))}
                parts.append(chunk["vectors"])
        self._vectors = np.concatenate(parts)

    def learn(self, texts: Iterable[str]) -> None:
        """Encode the texts that are not encoded yet, chunk by chunk."""
        missing = [text for text in dict.fromkeys(texts) if _digest(text) not in self._row]
        for start in range(0, len(missing), _CHUNK):
            chunk = missing[start : start + _CHUNK]
            vectors = self._encoder.encode(chunk, progress=no_progress, cancel=CancelToken()).astype(np.float16)
            digests = [_digest(text) for text in chunk]
            np.savez(self._folder / f"{len(self._row):08d}.npz", digests=np.array(digests), vectors=vectors)
            self._row |= {digest: row for row, digest in enumerate(digests, start=len(self._vectors))}
            self._vectors = np.concatenate([self._vectors, vectors])
            print(f"{start + len(chunk)} of {len(missing)} texts encoded", flush=True)

    def rows(self, texts: Sequence[str]) -> NDArray[np.int64]:
        """Return the row of each text's vector in `vectors`. All texts must have been learnt."""
        return np.array([self._row[_digest(text)] for text in texts], np.int64)

    def knows(self, text: str) -> bool:
        """Return True if the text has been encoded."""
        return _digest(text) in self._row

    @property
    def vectors(self) -> Vectors:
        """Return all stored vectors."""
        return self._vectors


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:24]


def main(data: Path) -> None:
    """Encode all English texts, the parallel ones first."""
    from models.multilingual.collect import read_collected
    from models.multilingual.english import english_texts
    from models.multilingual.pairs import parallel, xquad

    teacher = Teacher()
    teacher.learn(pair.english for part in ("train", "development", "test") for pair in parallel(data, part))
    teacher.learn(pair.english for pair in xquad(data, "de"))
    teacher.learn(pair.english for _, pair in read_collected())
    teacher.learn(english_texts(data))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
