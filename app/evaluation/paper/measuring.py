"""The whole table of measured pairs: candidates with cheap measures, then bodies, BERTScore and NLI for the candidates."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.evaluation.paper.bertscore import TokenStore, bertscore_f1
from app.evaluation.paper.bodies import BodyPairs, BodyReader
from app.evaluation.paper.measures import BERTSCORE, CHEAP, ENCODERS, MEASURES, NLI, body_columns, columns
from app.evaluation.paper.models import Corpus, Job, PaperModels
from app.evaluation.paper.retrieval import Sentences, find_pairs
from app.evaluation.paper.table import PairTable
from app.evaluation.paper.work import Arrays
from app.evaluation.scores import Protocol
from app.ports import FloatMatrix

_PAIRS = 4096
"""Pairs judged between two saves."""
_SENTENCES = 32
"""Sentences compared word by word between two saves."""


def measure_debates(debates: Sequence[Sentences], corpus: Corpus, models: PaperModels, job: Job, *, depth: int) -> list[PairTable]:
    """One table a debate. Raises Cancelled; what was computed by then is kept in the work folder."""
    if not debates:
        return []
    parts = [_Part(debate, find_pairs(debate, corpus, job, depth=depth)) for debate in debates]
    for encoder in ENCODERS:
        reader = BodyReader(corpus=corpus, encoder=models.encoders[encoder], job=job)
        _add_bodies(encoder, parts, reader)
    for part in parts:
        part.values[:, columns(NLI)] = _nli(part, corpus, models, job)
    words = Words(models, job, [corpus.claims[row] for row in np.unique(np.concatenate([part.rows for part in parts]))])
    for part in parts:
        part.values[:, columns(BERTSCORE)] = _bertscore(part, corpus, words)[:, None]
    return [part.table(corpus) for part in parts]


class _Part:
    """One debate's pairs on their way to a table."""

    def __init__(self, debate: Sentences, arrays: Arrays) -> None:
        self.debate = debate
        self.starts, self.rows = arrays["starts"], arrays["rows"]
        self.owners = np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))
        self._arrays = arrays
        self.values: FloatMatrix = np.full((len(self.rows), len(MEASURES)), np.nan, np.float32)
        self.values[:, columns(CHEAP)] = arrays["cheap"]

    def with_body(self) -> NDArray[np.intp]:
        """Pairs whose body is read: the retrieved ones, and those that only the annotators chose."""
        annotated = ~self._arrays["in_all"] & ~self._arrays["in_before"]
        return np.flatnonzero((self._arrays["place_all"] >= 0) | (self._arrays["place_before"] >= 0) | annotated)

    def table(self, corpus: Corpus) -> PairTable:
        """The finished table."""
        return PairTable(
            name=self.debate.name,
            lines=self.debate.lines,
            starts=self.starts,
            rows=self.rows,
            ids=[corpus.ids[row] for row in self.rows],
            values=self.values,
            members={Protocol.ALL: self._arrays["in_all"], Protocol.BEFORE: self._arrays["in_before"]},
            places={Protocol.ALL: self._arrays["place_all"], Protocol.BEFORE: self._arrays["place_before"]},
            ambiguous=corpus.ambiguous[self.rows],
        )


def _add_bodies(encoder: str, parts: Sequence[_Part], reader: BodyReader) -> None:
    """Body cosines of all debates together, so that each body is encoded once."""
    chosen = [part.with_body() for part in parts]
    first = np.cumsum([0, *(len(part.debate.texts) for part in parts)])[:-1]
    pairs = BodyPairs(
        texts=[text for part in parts for text in part.debate.texts],
        vectors=np.concatenate([part.debate.vectors[encoder] for part in parts]),
        sentences=np.concatenate([part.owners[which] + start for part, which, start in zip(parts, chosen, first, strict=True)]),
        rows=np.concatenate([part.rows[which] for part, which in zip(parts, chosen, strict=True)]),
    )
    cosines = reader.best_cosines(pairs, f"Bodies, {encoder}")
    ends = np.cumsum([len(which) for which in chosen])[:-1]
    for part, which, own in zip(parts, chosen, np.split(cosines, ends), strict=True):
        part.values[np.ix_(which, columns(body_columns(encoder)))] = own


def _nli(part: _Part, corpus: Corpus, models: PaperModels, job: Job) -> FloatMatrix:
    """Posteriors (p, 3) with the claim as premise and the sentence as hypothesis."""
    tell = job.told(f"Stance for {part.debate.name}")
    found = [np.zeros((0, len(NLI)), np.float32)]
    for start in range(0, len(part.rows), _PAIRS):
        tell(start, len(part.rows))
        claims = [corpus.claims[row] for row in part.rows[start : start + _PAIRS]]
        texts = [part.debate.texts[owner] for owner in part.owners[start : start + _PAIRS]]

        def make(claims: list[str] = claims, texts: list[str] = texts) -> dict[str, NDArray[Any]]:
            return {"posteriors": models.stance.stance(claims, texts, cancel=job.cancel)}

        found.append(job.work.arrays("nli", ["nli-1", models.stance.identity.key(), *claims, *texts], make)["posteriors"])
    return np.concatenate(found)


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
