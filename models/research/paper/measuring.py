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
    """Search depths for each sentence.

    The best `depth` of each cheap measure are candidates. NLI is computed for the best `nli` of each. Bodies are read for the best
    `bodies` by BM25 on the body, and of these the `read` most similar sentences.
    """

    depth: int = 50
    nli: int = 50
    bodies: int = RETRIEVED
    read: int = EVERY


def measure_debates(debates: Sequence[Sentences], corpus: Corpus, models: PaperModels, job: Job, *, reach: Reach) -> list[PairTable]:
    """Return one table for each debate. Raises Cancelled; finished steps stay in the work folder."""
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
    """Pairs of one debate in the making of its table."""

    def __init__(self, debate: Sentences, arrays: Arrays) -> None:
        self.debate = debate
        self.starts, self.rows = arrays["starts"], arrays["rows"]
        self.owners = np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))
        self._arrays = arrays
        self.values: FloatMatrix = np.full((len(self.rows), len(MEASURES)), np.nan, np.float32)
        self.values[:, columns(CHEAP)] = arrays["cheap"]

    @property
    def annotated(self) -> Mask:
        """Return a mask of the pairs that annotators looked at (p,)."""
        mask: Mask = self._arrays["annotated"]
        return mask

    def by_body(self) -> NDArray[np.int64]:
        """Return each pair's best rank by BM25 on the body (p,); beyond all ranks if it has none."""
        ranks = np.stack([self._arrays["place_all"], self._arrays["place_before"]]).astype(np.int64)
        best: NDArray[np.int64] = np.where(ranks >= 0, ranks, _BEYOND).min(axis=0)
        return best

    def by_any(self) -> NDArray[np.int64]:
        """Return each pair's best rank by any cheap measure (p,); beyond all ranks if it has none."""
        best: NDArray[np.int64] = self._arrays["nearest"].astype(np.int64)
        return best

    def table(self, corpus: Corpus, reach: Reach) -> PairTable:
        """Return the finished table. Values that were computed only for annotated candidates are in `looked_at` alone."""
        values = self.values.copy()
        body_measures = [name for encoder in ENCODERS for name in body_columns(encoder)]
        values[np.ix_(self.by_body() >= reach.bodies, columns(body_measures))] = np.nan
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
            ranks={Protocol.ALL: self._arrays["place_all"], Protocol.BEFORE: self._arrays["place_before"]},
            ambiguous=corpus.ambiguous[self.rows],
        )


def _add_bodies(name: str, parts: Sequence[_Part], reader: BodyReader, models: PaperModels, count: int) -> None:
    """Add body cosines for all debates together, which encodes each body sentence once."""
    selections = [np.flatnonzero((part.by_body() < count) | part.annotated) for part in parts]
    first = np.cumsum([0, *(len(part.debate.texts) for part in parts)])[:-1]
    pairs = BodyPairs(
        texts=[text for part in parts for text in part.debate.texts],
        vectors=np.concatenate([part.debate.read_vectors[name] for part in parts]),
        sentences=np.concatenate([part.owners[selection] + start for part, selection, start in zip(parts, selections, first, strict=True)]),
        rows=np.concatenate([part.rows[selection] for part, selection in zip(parts, selections, strict=True)]),
        ranks=np.concatenate(
            [np.where(part.annotated, 0, part.by_body())[selection] for part, selection in zip(parts, selections, strict=True)]
        ),
    )
    cosines = reader.best_cosines(pairs, models.readers[name], f"Bodies, {name}")
    for part, selection, part_cosines in zip(parts, selections, _split(cosines, selections), strict=True):
        part.values[np.ix_(selection, columns(body_columns(name)))] = part_cosines


def _add_nli(parts: Sequence[_Part], corpus: Corpus, models: PaperModels, job: Job, count: int) -> None:
    """Add the posteriors with the claim as premise and the sentence as hypothesis, for all debates together, since many claims
    recur."""
    selections = [np.flatnonzero((part.by_any() < count) | part.annotated) for part in parts]
    pairs = [
        (corpus.claims[part.rows[pair]], part.debate.texts[part.owners[pair]])
        for part, selection in zip(parts, selections, strict=True)
        for pair in selection
    ]
    ranks = np.concatenate(
        [np.where(part.annotated, 0, part.by_any())[selection] for part, selection in zip(parts, selections, strict=True)]
    )
    posteriors = entailment(pairs, ranks, models.stance, job)
    for part, selection, part_posteriors in zip(parts, selections, _split(posteriors, selections), strict=True):
        part.values[np.ix_(selection, columns(NLI))] = part_posteriors


def _split(rows: FloatMatrix, selections: Sequence[NDArray[np.intp]]) -> list[FloatMatrix]:
    """Return the rows of all debates, debate by debate."""
    return list(np.split(rows, np.cumsum([len(selection) for selection in selections])[:-1]))


class Words:
    """Token vectors of the claims, computed when the first chunk is missing from the work folder."""

    def __init__(self, models: PaperModels, job: Job, claims: Sequence[str]) -> None:
        self.models, self.job = models, job
        self._claims = list(dict.fromkeys(claims))
        self._store: TokenStore | None = None

    def tokens(self, texts: Sequence[str]) -> TokenStore:
        """Return the token vectors of these texts."""
        vectors, starts = self.models.tokens.encode_tokens(texts, progress=self.job.progress, cancel=self.job.cancel)
        return TokenStore(vectors, starts, texts)

    def claims(self) -> TokenStore:
        """Return the token vectors of the claims."""
        if self._store is None:
            self._store = self.tokens(self._claims)
        return self._store


def _bertscore(part: _Part, corpus: Corpus, words: Words) -> FloatMatrix:
    texts = part.debate.texts
    report_progress = words.job.progress_callback(f"BERTScore for {part.debate.name}")
    score_parts = [np.zeros(0, np.float32)]
    for first in range(0, len(texts), _SENTENCES):
        report_progress(first, len(texts))
        sentence_texts = texts[first : first + _SENTENCES]
        cuts = part.starts[first : first + len(sentence_texts) + 1]
        claims = [[corpus.claims[row] for row in part.rows[low:high]] for low, high in itertools.pairwise(cuts)]

        def make(sentence_texts: Sequence[str] = sentence_texts, claims: list[list[str]] = claims) -> dict[str, NDArray[Any]]:
            spoken, claim_tokens = words.tokens(sentence_texts), words.claims()
            scores = [
                bertscore_f1(spoken[text], [claim_tokens[claim] for claim in sentence_claims])
                for text, sentence_claims in zip(sentence_texts, claims, strict=True)
            ]
            return {"f1": np.concatenate([np.zeros(0, np.float32), *scores])}

        flat = [claim for sentence_claims in claims for claim in sentence_claims]
        key = ["bertscore-1", words.models.tokens.identity.key(), *map(str, np.diff(cuts)), *sentence_texts, *flat]
        score_parts.append(words.job.work.arrays("bertscore", key, make)["f1"])
    return np.concatenate(score_parts)
