"""Comparison with the ranking before: new first matches, and confirmed fact-checks that are no longer listed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace

from app.decoding import JSON_ERRORS
from app.domain.keyed_document import KeyedDocument
from app.domain.ranked import RankedDocument, RankedSentence
from app.gui.model.sentence_row import SentenceRow
from app.translation import mark, tr

Earlier = Mapping[str, frozenset[str]]
_KEPT = mark("you confirmed it earlier; this ranking does not list it")


def earlier_of(ranked: RankedDocument, manuscript: KeyedDocument) -> Earlier:
    """By sentence key the fact-checks that a ranking found."""
    keys = manuscript.keys
    return {
        keys[entry.sentence.index]: frozenset(match.factcheck.id for match in entry.matches)
        for entry in ranked.sentences
        if entry.sentence.index < len(keys)
    }


def is_new(earlier: Earlier, manuscript: KeyedDocument) -> Callable[[SentenceRow], bool]:
    """Return a predicate for rows whose first match the earlier ranking did not have."""

    def new(row: SentenceRow) -> bool:
        earlier_ids = earlier.get(manuscript.keys[row.sentence.index])
        if earlier_ids is None or not row.has_match or row.ranked is None or not row.ranked.matches:
            return False
        return row.ranked.matches[0].factcheck.id not in earlier_ids

    return new


def as_text(earlier: Earlier) -> str:
    """For the project file."""
    return json.dumps({key: sorted(ids) for key, ids in earlier.items()})


def earlier_from(text: str) -> Earlier:
    """Parse the output of `as_text`; empty where it is broken."""
    try:
        return {str(key): frozenset(map(str, ids)) for key, ids in json.loads(text).items()}
    except (*JSON_ERRORS, TypeError, AttributeError):
        return {}


def with_confirmed(ranked: RankedDocument, before: RankedDocument | None, confirmed: Mapping[int, frozenset[str]]) -> RankedDocument:
    """The ranking with the matches that the reader confirmed (fact-check ids by sentence index) and that it lists no more, last."""
    if before is None or not confirmed:
        return ranked
    previous_entries = {entry.sentence.index: entry for entry in before.sentences}
    sentences = tuple(
        _completed(entry, previous_entries.get(entry.sentence.index), confirmed.get(entry.sentence.index, frozenset()))
        for entry in ranked.sentences
    )
    return ranked if sentences == ranked.sentences else replace(ranked, sentences=sentences)


def _completed(entry: RankedSentence, before: RankedSentence | None, confirmed: frozenset[str]) -> RankedSentence:
    missing = confirmed - {match.factcheck.id for match in entry.matches}
    if before is None or not missing:
        return entry
    confirmed_matches = tuple(replace(match, reasons=(tr(_KEPT),)) for match in before.matches if match.factcheck.id in missing)
    return replace(entry, matches=entry.matches + confirmed_matches)
