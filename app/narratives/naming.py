"""Names of narratives: the words that distinguish one from the others."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from app.domain.function_words import ENGLISH, function_words
from app.domain.wordlists import FUNCTION_WORDS
from app.ranking.text import words

TERMS = 6
IN_NAME = 3
_SHORTEST = 2
_MARKS = ".,;:!?()[]{}\"'“”„«»‘…"


@dataclass(frozen=True, slots=True, kw_only=True)
class TermCounts:
    """In how many narratives each word stands, and how many narratives there are."""

    counts: Mapping[str, int]
    narratives: int


def content_words(text: str, language: str) -> frozenset[str]:
    """Return the casefolded words of a text without function words and bare numbers; `language` is its code, "" if unknown."""
    text_words = frozenset(words(text)) - _silent(language.partition("-")[0])
    return frozenset([word for word in text_words if len(word) >= _SHORTEST and not word.isdecimal()])


def term_counts(narratives: Iterable[Iterable[frozenset[str]]]) -> TermCounts:
    """Counts over narratives, each the content words of its texts."""
    counts: Counter[str] = Counter()
    narrative_count = 0
    for narrative in narratives:
        narrative_count += 1
        counts.update(frozenset().union(*narrative))
    return TermCounts(counts=counts, narratives=narrative_count)


def terms(texts: Sequence[str], text_words: Sequence[frozenset[str]], among: TermCounts, *, limit: int = TERMS) -> tuple[str, ...]:
    """The words of these texts, with the content words of each, that tell them from all others, best first, as they are mostly written.

    TF-IDF with narratives in place of documents: how many of the texts have the word, times log(1 + narratives / those with it). (That
    by classes of Grootendorst 2022, BERTopic, section 3.3, counts words instead, and wants classes of thousands of them.) A word of one
    text alone is taken only where no word is shared. Each text counts a word once, so that no long one decides.
    """
    document_counts = Counter(chain.from_iterable(text_words))
    shared = {word: count for word, count in document_counts.items() if count > 1} or dict(document_counts)
    weight = {word: count * math.log1p(among.narratives / max(among.counts.get(word, 1), 1)) for word, count in shared.items()}
    best = sorted(weight, key=lambda word: (-weight[word], word))[:limit]
    spelt = _as_written(best, texts)
    return tuple(spelt.get(word, word) for word in best)


def name(terms_found: Sequence[str], claim: str) -> str:
    """A name made of the first terms; of the claim where there are none."""
    return ", ".join(terms_found[:IN_NAME]) or " ".join(claim.split())[:80]


@lru_cache(maxsize=256)
def _silent(language: str) -> frozenset[str]:
    """The function words of a language and of English, which other languages quote."""
    return FUNCTION_WORDS | ENGLISH | frozenset(word.casefold() for word in function_words(language))


def _as_written(needed: Sequence[str], texts: Iterable[str]) -> dict[str, str]:
    """The spelling of each word that most of the texts use (“COVID”, not “covid”), the first of equals in the alphabet; the word that
    begins a text says nothing of that."""
    token_counts = Counter(chain.from_iterable(text.replace("’", " ").split()[1:] for text in texts))
    forms: dict[str, Counter[str]] = {word: Counter() for word in needed}
    for token, count in token_counts.items():  # the texts of one story have most of their words in common
        stripped = token.strip(_MARKS)
        spellings = forms.get(stripped.casefold())
        if spellings is not None:
            spellings[stripped] += count
    return {word: min(spellings, key=lambda form: (-spellings[form], form)) for word, spellings in forms.items() if spellings}
