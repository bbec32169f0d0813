"""The phrases of a table found in a run of words, each with the negation and degree that stand around it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from app.domain.verdict import Verdict
from app.ingest.ratings import lexicon
from app.ingest.ratings.files import TableRow
from app.ingest.ratings.words import Word, phrase_words

_REACH = 6
"""How many words before a rating may belong to it; "not, as he said again and again, true" is beyond that."""

_NEGATED = {
    Verdict.TRUE: Verdict.FALSE,
    Verdict.MOSTLY_TRUE: Verdict.MOSTLY_FALSE,
    Verdict.MOSTLY_FALSE: Verdict.UNRATED,
    Verdict.FALSE: Verdict.TRUE,
}
_WEAKENED = {Verdict.TRUE: Verdict.MOSTLY_TRUE, Verdict.FALSE: Verdict.MOSTLY_FALSE}
_DENYING_PREFIXES = ("in", "un", "mis", "non", "dis", "not", "im")


@dataclass(frozen=True, slots=True)
class Hit:
    """A phrase at words `start` to `end` (exclusive); `lead` is where its negations, degrees and fillers begin."""

    start: int
    end: int
    lead: int
    verdict: Verdict
    name: tuple[str, ...]
    anywhere: bool
    negated: bool


@dataclass(slots=True)
class PhraseIndex:
    """The generic phrases of a table: `whole` for entire ratings, `inside` by first word for phrases within a text."""

    whole: dict[tuple[str, ...], Verdict] = field(default_factory=dict)
    inside: dict[str, dict[tuple[str, ...], tuple[Verdict, bool]]] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Iterable[TableRow]) -> PhraseIndex:
        """An index of the rows without a publisher; the first row of a phrase counts."""
        index = cls()
        for row in rows:
            if not row.publisher:
                for alternative in row.phrase.split("|"):
                    index._add(alternative.strip(), row.verdict)
        return index

    def _add(self, alternative: str, verdict: Verdict) -> None:
        mark, folded = alternative[:1], phrase_words(alternative)
        if not folded:
            return
        if mark != "*":
            self.whole.setdefault(folded, verdict)
        if mark != "=":
            phrases = self.inside.setdefault(folded[0], {})
            first, anywhere = phrases.get(folded, (verdict, False))
            phrases[folded] = (first, anywhere or mark == "*")

    def hits(self, found: Sequence[Word]) -> list[Hit]:
        """The longest phrases that do not overlap, in the order of the text, with what stands around them counted in."""
        texts = tuple(word.text for word in found)
        candidates = [one for at in range(len(texts)) for one in self._at(texts, at)]
        candidates.sort(key=lambda one: (one[0] - one[1], one[0]))
        taken: list[tuple[int, int, Verdict, bool, bool]] = []
        for start, end, verdict, anywhere, denied in candidates:
            if all(end <= other[0] or start >= other[1] for other in taken):
                taken.append((start, end, verdict, anywhere, denied))
        return [_sense(found, texts, one) for one in sorted(taken)]

    def _at(self, texts: tuple[str, ...], at: int) -> list[tuple[int, int, Verdict, bool, bool]]:
        same = [
            (at, end, verdict, anywhere, False)
            for phrase, (verdict, anywhere) in self.inside.get(texts[at], {}).items()
            if (end := _end_of(phrase, texts, at))
        ]
        return same or self._denied_by_prefix(texts[at], at)

    def _denied_by_prefix(self, word: str, at: int) -> list[tuple[int, int, Verdict, bool, bool]]:
        """ "uncorrect", "nontrue": a rating of its own that no row lists."""
        for prefix in _DENYING_PREFIXES:
            rest = word.removeprefix(prefix)
            if rest != word and len(rest) > 3 and self.whole.get((rest,)) is Verdict.TRUE:
                return [(at, at + 1, Verdict.FALSE, False, True)]
        return []


def _end_of(phrase: tuple[str, ...], texts: tuple[str, ...], at: int) -> int:
    """Where the phrase that begins at `at` ends, 0 where it is not there; up to two inner words may stand between its own."""
    if texts[at : at + len(phrase)] == phrase:
        return at + len(phrase)
    spare = 2
    for wanted in phrase:
        while at < len(texts) and texts[at] != wanted and spare and texts[at] in lexicon.INNER:
            at, spare = at + 1, spare - 1
        if at >= len(texts) or texts[at] != wanted:
            return 0
        at += 1
    return at


def _sense(found: Sequence[Word], texts: tuple[str, ...], one: tuple[int, int, Verdict, bool, bool]) -> Hit:
    start, end, verdict, anywhere, denied = one
    lead, negated, degree = _before(found, texts, start)
    negated = negated or (end < len(texts) and texts[end] in lexicon.NEGATIONS_AFTER and not found[end].breaks)
    degree = degree if degree not in ("", "full") else _after(found, texts, end) or degree
    sense = turn(verdict, negated=negated, degree=degree)
    name = texts[lead:end] if negated or degree else texts[start:end]
    return Hit(start, end, lead, sense, name, anywhere, negated or denied)


def _before(found: Sequence[Word], texts: tuple[str, ...], start: int) -> tuple[int, bool, str]:
    """Where the words that belong to the rating begin, whether they deny it, and the degree: "full", "most", "part", "open" or ""."""
    lead, negated, degree = start, False, ""
    at = start
    while at > 0 and start - at < _REACH and not found[at].breaks:
        at -= 1
        word = texts[at]
        if word in lexicon.NEGATIONS:
            if at and texts[at - 1] in lexicon.ALTERNATIVES:
                break
            lead, negated = at, True
        elif kind := _degree(word):
            lead, degree = at, kind if degree in ("", "full") else degree
        elif word not in lexicon.FILLERS and word not in lexicon.COPULAS:
            at = _none_of(texts, at, start)
            return (at, True, degree) if at >= 0 else (lead, negated, degree)
    return lead, negated, degree


def _after(found: Sequence[Word], texts: tuple[str, ...], end: int) -> str:
    """The degree directly after a rating: "true in part"."""
    if end >= len(found) or found[end].breaks:
        return ""
    return degree_after(texts[end:])


def degree_after(texts: tuple[str, ...]) -> str:
    """The degree these words begin with, "" where they begin with none."""
    return next((lexicon.DEGREES_AFTER[texts[:to]] for to in range(1, 5) if texts[:to] in lexicon.DEGREES_AFTER), "")


def _none_of(texts: tuple[str, ...], at: int, start: int) -> int:
    """Where "none of these statements", "nothing in this post" begins; -1 where the words before are no such subject."""
    while at >= 0 and start - at <= _REACH + 2 and (texts[at] in lexicon.SUBJECTS or texts[at] in lexicon.FILLERS):
        if texts[at] in lexicon.NONE_OF:
            return at
        at -= 1
    return at if at >= 0 and texts[at] in lexicon.NONE_OF else -1


def _degree(word: str) -> str:
    if word in lexicon.DEGREES_PART:
        return "part"
    if word in lexicon.DEGREES_MOST:
        return "most"
    if word in lexicon.HEDGES:
        return "open"
    return "full" if word in lexicon.DEGREES_FULL else ""


def turn(verdict: Verdict, *, negated: bool, degree: str) -> Verdict:
    """What a negation and a degree ("full", "most", "part", "open" or "") make of a verdict."""
    settles = verdict.settles_true or verdict.settles_false
    if degree == "open" and verdict is not Verdict.MISLEADING:
        return Verdict.UNPROVEN if settles else verdict
    if negated and degree and settles:
        return Verdict.MIXED if verdict is not Verdict.MISLEADING else Verdict.UNRATED
    if negated:
        return _NEGATED.get(verdict, Verdict.UNRATED)
    if degree == "part" and settles:
        return Verdict.MIXED if verdict is not Verdict.MISLEADING else Verdict.MISLEADING
    return _WEAKENED.get(verdict, verdict) if degree == "most" else verdict
