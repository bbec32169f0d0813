"""Finds the passages of a fact-check's body nearest to a sentence: by shared words for many matches, by cosine for one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from app.domain.factcheck import FactCheck
from app.domain.match import Match
from app.domain.options import Passage
from app.domain.progress import CancelToken, no_progress
from app.domain.ranked import RankedDocument, RankedSentence
from app.errors import InputError
from app.ingest.passages import split_passages
from app.ports import LibrarySnapshot
from app.ranking.text import words
from app.services.engine import Engine
from app.services.retry_on_device_change import retry_on_device_change
from app.translation import tr


@retry_on_device_change
def find_passages(
    sentence: str, factcheck_id: str, *, engine: Engine, limit: int, cancel: CancelToken
) -> tuple[FactCheck, tuple[Passage, ...]]:
    """Return the fact-check with its body, and the body's `limit` passages nearest to the sentence by cosine, best first.

    Body sentences are encoded on demand and cached. Raises InputError if the id is unknown.
    """
    factchecks = engine.library.get([factcheck_id])
    if factcheck_id not in factchecks:
        raise InputError(
            "factcheck-unknown",
            tr("No fact-check with the id “{id}” is in the library.", id=factcheck_id),
            hint=tr("Search the library for it."),
        )
    factcheck = factchecks[factcheck_id]
    spans = split_passages(factcheck.body, factcheck.language)
    if not spans:
        return factcheck, ()
    texts = [factcheck.body[start:end] for start, end in spans]
    sentence_vector = engine.sentence_encoder.encode([sentence], progress=no_progress, cancel=cancel)[0]
    scores = engine.encoder.encode(texts, progress=no_progress, cancel=cancel) @ sentence_vector
    order = np.lexsort((np.arange(len(texts)), -scores))[:limit]
    return factcheck, tuple(
        Passage(text=texts[index], start=spans[index][0], end=spans[index][1], score=round(float(scores[index]), 6)) for index in order
    )


def add_excerpts(ranked: RankedDocument, *, snapshot: LibrarySnapshot, limit: int) -> RankedDocument:
    """Return the ranking with an excerpt for every match of its first `limit` sentences: the passage that shares most words."""
    ids = {match.factcheck.id for entry in ranked.sentences[:limit] for match in entry.matches}
    row_of = {identifier: row for row, identifier in enumerate(snapshot.ids) if identifier in ids}
    full = snapshot.factchecks(list(row_of.values()))
    passages = {item.id: _worded_passages(item) for item in full}
    head = tuple(_with_excerpts(entry, passages) for entry in ranked.sentences[:limit])
    return replace(ranked, sentences=head + ranked.sentences[limit:])


WordedPassages = Sequence[tuple[str, frozenset[str]]]


def _worded_passages(factcheck: FactCheck) -> WordedPassages:
    texts = [factcheck.body[start:end] for start, end in split_passages(factcheck.body, factcheck.language)]
    return [(text, frozenset(words(text))) for text in texts]


def _with_excerpts(entry: RankedSentence, passages: dict[str, WordedPassages]) -> RankedSentence:
    sentence_words = frozenset(words(entry.sentence.text))
    matches = tuple(replace(match, excerpt=_excerpt(match, sentence_words, passages[match.factcheck.id])) for match in entry.matches)
    return replace(entry, matches=matches)


def _excerpt(match: Match, sentence_words: frozenset[str], passages: WordedPassages) -> str:
    """Return the passage with the largest overlap with sentence and claim (Dice), the first of equals."""
    pair_words = sentence_words | frozenset(words(match.factcheck.claim))
    best, best_score = "", -1.0
    for text, passage_words in passages:
        score = 2 * len(passage_words & pair_words) / (len(passage_words) + len(pair_words) or 1)
        if score > best_score:
            best, best_score = text, score
    return best
