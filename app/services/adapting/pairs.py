"""Makes synthetic claims for the fact-checks of a library, and splits them into training and held-back ones."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.domain.factcheck import FactCheck
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.services.adapting.perturbations import perturbed
from app.services.adapting.statements import Origin
from app.services.adapting.texts import WORD, content_words, jaccard, rng_of, word_set
from app.services.adapting.writing import ClaimWriter
from app.translation import tr

GUARD = 0.5
"""A synthetic claim that shares so much of its words with a claim of the evaluation is left out (Jaccard, as UTDRM)."""
HELD_BACK, MOST_HELD_BACK = 0.1, 500
# So often the title is what is to be found by something that does not stand in it: titles are searched, too.
_TITLED = 0.35
_DECOYED = 0.15
_EVERY = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class SyntheticPair:
    """A synthetic statement and the text of its fact-check (`target`); `decoy` is a similar text about something else ("" for
    none)."""

    statement: str
    target: str
    factcheck: str
    decoy: str = ""


class LeakageGuard:
    """Recognises synthetic claims that are too close to the claims of an evaluation."""

    def __init__(self, claims: Iterable[str]) -> None:
        self._claims = [words for claim in claims if (words := word_set(claim))]
        self._by_word: dict[str, list[int]] = {}
        for index, words in enumerate(self._claims):
            for word in words:
                self._by_word.setdefault(word, []).append(index)

    def leaks(self, text: str) -> bool:
        """Return True if the text shares half of all words with one of the claims."""
        words = word_set(text)
        shared = Counter(index for word in words for index in self._by_word.get(word, ()))
        return any(count / (len(words) + len(self._claims[index]) - count) >= GUARD for index, count in shared.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class SyntheticSet:
    """Training pairs (`learnt`) and held-back ones, of different fact-checks. `guarded` were left out by the guard, `alike` because
    they had exactly the words of their target."""

    learnt: tuple[SyntheticPair, ...]
    held_back: tuple[SyntheticPair, ...]
    guarded: int
    alike: int


def held_out_ids(factchecks: Sequence[FactCheck], *, seed: int) -> frozenset[str]:
    """Return a tenth of the fact-checks, at most 500, chosen by id, so that a library that has grown holds back the same."""
    order = sorted(factchecks, key=lambda item: rng_of(seed, "held back", item.id).random())
    return frozenset(item.id for item in order[: min(MOST_HELD_BACK, math.ceil(HELD_BACK * len(order)))])


def word_weights(factchecks: Iterable[FactCheck]) -> dict[str, float]:
    """Return the inverse document frequency of every word of the claims and titles (Robertson and Spärck Jones 1976)."""
    texts = [content_words(f"{item.claim} {item.title}") for item in factchecks]
    document_counts = Counter(word for words in texts for word in words)
    return {word: math.log(1 + (len(texts) - count + 0.5) / (count + 0.5)) for word, count in document_counts.items()}


def make_pairs(
    factchecks: Sequence[FactCheck], writer: ClaimWriter, *, seed: int, guard: LeakageGuard | None, progress: Progress, cancel: CancelToken
) -> SyntheticSet:
    """Make pairs for every fact-check with a claim, in the given order. Each depends only on its fact-check and the seed. Raises
    Cancelled."""
    kept_out = held_out_ids(factchecks, seed=seed)
    learnt: list[SyntheticPair] = []
    held_back: list[SyntheticPair] = []
    guarded = duplicates = 0
    for index, item in enumerate(factchecks):
        if index % _EVERY == 0:
            cancel.check()
            progress(ProgressUpdate(tr("Writing claims"), index, len(factchecks)))
        if not WORD.search(item.claim):
            continue
        rng = rng_of(seed, "claims", item.id)
        for written in writer(item, rng):
            titled = item.title and written.origin is not Origin.TITLE and rng.random() < _TITLED
            target = item.title if titled else item.claim
            if guard and guard.leaks(written.text):
                guarded += 1
            elif jaccard(word_set(written.text), word_set(target)) == 1:
                duplicates += 1
            else:
                other = factchecks[rng.randrange(len(factchecks))]
                decoy = perturbed(target, [other.claim], rng) if rng.random() < _DECOYED else ""
                pair = SyntheticPair(statement=written.text, target=target, factcheck=item.id, decoy=decoy)
                (held_back if item.id in kept_out else learnt).append(pair)
    return SyntheticSet(learnt=tuple(learnt), held_back=tuple(held_back), guarded=guarded, alike=duplicates)
