"""The whole table of measured pairs: candidates with cheap measures, then bodies, BERTScore and NLI for the candidates."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.ports import FloatMatrix, Mask
from models.research.paper.bertscore import TokenStore, bertscore_f1
from models.research.paper.bodies import EVERY, BodyPairs, BodyReader
from models.research.paper.measures import BERTSCORE, CHEAP, ENCODERS, MEASURES, NLI, body_columns, columns
from models.research.paper.models import Corpus, Job, PaperModels
from models.research.paper.nli import entailment
from models.research.paper.retrieval import RETRIEVED, Sentences, find_pairs
from models.research.paper.table import PairTable
from models.research.paper.work import Arrays
from models.research.scores import Protocol

_SENTENCES = 32
"""Sentences compared word by word between two saves."""
_BEYOND = np.iinfo(np.int16).max


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """How far each sentence's fact-checks are looked at: `depth` of each cheap measure's best are candidates; NLI is computed for the
    best `nli` of each, bodies are read of the best `bodies` by BM25 on the body, and of these the `read` most alike sentences."""

    depth: int = 50
    nli: int = 50
    bodies: int = RETRIEVED
    read: int = EVERY


def measure_debates(debates: Sequence[Sentences], corpus: Corpus, models: PaperModels, job: Job, *, reach: Reach) -> list[PairTable]:
    """One table a debate. Raises Cancelled; what was computed by then is kept in the work folder."""
    if not debates:
        return []
    parts = [_Part(debate, find_pairs(debate, corpus, job, depth=reach.depth)) for debate in debates]
    words = Words(models, job, [corpus.claims[row] for row in np.unique(np.concatenate([part.rows for part in parts]))])
    for part in parts:
        part.values[:, columns(BERTSCORE)] = _bertscore(part, corpus, words)[:, None]
    reader = BodyReader(corpus=corpus, job=job, read=reach.read)
    for name in ENCODERS:
        _add_bodies(name, parts, reader, models, reach.bodies)
    _add_nli(parts, corpus, models, job, reach.nli)
    return [part.table(corpus, reach) for part in parts]


class _Part:
    """One debate's pairs on their way to a table."""

    def __init__(self, debate: Sentences, arrays: Arrays) -> None:
        self.debate = debate
        self.starts, self.rows = arrays["starts"], arrays["rows"]
        self.owners = np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))
        self._arrays = arrays
        self.values: FloatMatrix = np.full((len(self.rows), len(MEASURES)), np.nan, np.float32)
        self.values[:, columns(CHEAP)] = arrays["cheap"]

    @property
    def annotated(self) -> Mask:
        """Which pairs annotators looked at (p,)."""
        mask: Mask = self._arrays["annotated"]
        return mask

    def by_body(self) -> NDArray[np.int64]:
        """Each pair's best place by BM25 on the body (p,), beyond all where it has none."""
        places = np.stack([self._arrays["place_all"], self._arrays["place_before"]]).astype(np.int64)
        best: NDArray[np.int64] = np.where(places >= 0, places, _BEYOND).min(axis=0)
        return best

    def by_any(self) -> NDArray[np.int64]:
        """Each pair's best place by any cheap measure, likewise."""
        best: NDArray[np.int64] = self._arrays["nearest"].astype(np.int64)
        return best

    def table(self, corpus: Corpus, reach: Reach) -> PairTable:
        """The finished table. What was computed only since annotators looked at a pair stands in `looked_at` alone."""
        values = self.values.copy()
        read = [name for encoder in ENCODERS for name in body_columns(encoder)]
        values[np.ix_(self.by_body() >= reach.bodies, columns(read))] = np.nan
        values[np.ix_(self.by_any() >= reach.nli, columns(NLI))] = np.nan
        return PairTable(
            name=self.debate.name,
            lines=self.debate.lines,
            starts=self.starts,
            rows=self.rows,
            ids=[corpus.ids[row] for row in self.rows],
            values=values,
            looked_at=self.values,
            members={Protocol.ALL: self._arrays["in_all"], Protocol.BEFORE: self._arrays["in_before"]},
            places={Protocol.ALL: self._arrays["place_all"], Protocol.BEFORE: self._arrays["place_before"]},
            ambiguous=corpus.ambiguous[self.rows],
        )


def _add_bodies(name: str, parts: Sequence[_Part], reader: BodyReader, models: PaperModels, count: int) -> None:
    """Body cosines of all debates together, so that each sentence of a body is encoded once."""
    chosen = [np.flatnonzero((part.by_body() < count) | part.annotated) for part in parts]
    first = np.cumsum([0, *(len(part.debate.texts) for part in parts)])[:-1]
    pairs = BodyPairs(
        texts=[text for part in parts for text in part.debate.texts],
        vectors=np.concatenate([part.debate.read_vectors[name] for part in parts]),
        sentences=np.concatenate([part.owners[which] + start for part, which, start in zip(parts, chosen, first, strict=True)]),
        rows=np.concatenate([part.rows[which] for part, which in zip(parts, chosen, strict=True)]),
        places=np.concatenate([np.where(part.annotated, 0, part.by_body())[which] for part, which in zip(parts, chosen, strict=True)]),
    )
    cosines = reader.best_cosines(pairs, models.readers[name], f"Bodies, {name}")
    for part, which, own in zip(parts, chosen, _split(cosines, chosen), strict=True):
        part.values[np.ix_(which, columns(body_columns(name)))] = own


def _add_nli(parts: Sequence[_Part], corpus: Corpus, models: PaperModels, job: Job, count: int) -> None:
    """Posteriors with the claim as premise and the sentence as hypothesis, of all debates together: many say the same."""
    chosen = [np.flatnonzero((part.by_any() < count) | part.annotated) for part in parts]
    pairs = [
        (corpus.claims[part.rows[place]], part.debate.texts[part.owners[place]])
        for part, which in zip(parts, chosen, strict=True)
        for place in which
    ]
    places = np.concatenate([np.where(part.annotated, 0, part.by_any())[which] for part, which in zip(parts, chosen, strict=True)])
    posteriors = entailment(pairs, places, models.stance, job)
    for part, which, own in zip(parts, chosen, _split(posteriors, chosen), strict=True):
        part.values[np.ix_(which, columns(NLI))] = own


def _split(rows: FloatMatrix, chosen: Sequence[NDArray[np.intp]]) -> list[FloatMatrix]:
    """The rows of all debates, debate by debate."""
    return list(np.split(rows, np.cumsum([len(which) for which in chosen])[:-1]))


class Words:
    """Token vectors of the claims, computed when the first chunk is missing from the work folder."""

    def __init__(self, models: PaperModels, job: Job, claims: Sequence[str]) -> None:
        self.models, self.job = models, job
        self._claims = list(dict.fromkeys(claims))
        self._store: TokenStore | None = None

    def tokens(self, texts: Sequence[str]) -> TokenStore:
        """The token vectors of these texts."""
        vectors, starts = self.models.tokens.encode_tokens(texts, progress=self.job.progress, cancel=self.job.cancel)
        return TokenStore(vectors, starts, texts)

    def claims(self) -> TokenStore:
        """Those of the claims."""
        if self._store is None:
            self._store = self.tokens(self._claims)
        return self._store


def _bertscore(part: _Part, corpus: Corpus, words: Words) -> FloatMatrix:
    texts = part.debate.texts
    tell = words.job.told(f"BERTScore for {part.debate.name}")
    found = [np.zeros(0, np.float32)]
    for first in range(0, len(texts), _SENTENCES):
        tell(first, len(texts))
        said = texts[first : first + _SENTENCES]
        cuts = part.starts[first : first + len(said) + 1]
        claims = [[corpus.claims[row] for row in part.rows[low:high]] for low, high in itertools.pairwise(cuts)]

        def make(said: Sequence[str] = said, claims: list[list[str]] = claims) -> dict[str, NDArray[Any]]:
            spoken, known = words.tokens(said), words.claims()
            scores = [bertscore_f1(spoken[text], [known[claim] for claim in own]) for text, own in zip(said, claims, strict=True)]
            return {"f1": np.concatenate([np.zeros(0, np.float32), *scores])}

        flat = [claim for own in claims for claim in own]
        key = ["bertscore-1", words.models.tokens.identity.key(), *map(str, np.diff(cuts)), *said, *flat]
        found.append(words.job.work.arrays("bertscore", key, make)["f1"])
    return np.concatenate(found)
