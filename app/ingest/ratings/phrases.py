"""Search for the table's phrases in a run of words, each with the negation and degree around it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from app.domain.verdict import Verdict
from app.ingest.ratings import lexicon
from app.ingest.ratings.files import TableRow
from app.ingest.ratings.words import Word, phrase_words

# Words before a rating that may belong to it; "not, as he said again and again, true" has too many.
_MAX_LEAD = 6

# "Not mostly false" may mean false or true, so it is unrated.
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
    """A phrase at words `start` to `end` (exclusive). Its negations, degrees and fillers begin at `lead`."""

    start: int
    end: int
    lead: int
    verdict: Verdict
    name: tuple[str, ...]
    anywhere: bool
    negated: bool


@dataclass(slots=True)
class PhraseIndex:
    """Index of a table's generic phrases: `whole_phrases` match entire ratings; `inside`, keyed by first word, match within a text."""

    whole_phrases: dict[tuple[str, ...], Verdict] = field(default_factory=dict)
    inside: dict[str, dict[tuple[str, ...], tuple[Verdict, bool]]] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Iterable[TableRow]) -> PhraseIndex:
        """Build an index of the rows without a publisher; of equal phrases, the first row counts."""
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
        # In the table, "=" marks a phrase that counts only as a whole rating, "*" one that counts only inside a text, but anywhere.
        if mark != "*":
            self.whole_phrases.setdefault(folded, verdict)
        if mark != "=":
            phrases = self.inside.setdefault(folded[0], {})
            first, anywhere = phrases.get(folded, (verdict, False))
            phrases[folded] = (first, anywhere or mark == "*")

    def hits(self, tokens: Sequence[Word]) -> list[Hit]:
        """Return the longest phrases that do not overlap, in text order, with the negation and degree around each applied."""
        texts = tuple(word.text for word in tokens)
        candidates = [candidate for index in range(len(texts)) for candidate in self._candidates_at(texts, index)]
        # The longest phrase first: "mostly false" before "false".
        candidates.sort(key=lambda candidate: (candidate[0] - candidate[1], candidate[0]))
        accepted: list[tuple[int, int, Verdict, bool, bool]] = []
        for start, end, verdict, anywhere, denied in candidates:
            if all(end <= accepted_hit[0] or start >= accepted_hit[1] for accepted_hit in accepted):
                accepted.append((start, end, verdict, anywhere, denied))
        return [_hit_in_context(tokens, texts, candidate) for candidate in sorted(accepted)]

    def _candidates_at(self, texts: tuple[str, ...], index: int) -> list[tuple[int, int, Verdict, bool, bool]]:
        candidates = [
            (index, end, verdict, anywhere, False)
            for phrase, (verdict, anywhere) in self.inside.get(texts[index], {}).items()
            if (end := _phrase_end(phrase, texts, index))
        ]
        return candidates or self._candidates_with_prefix(texts[index], index)

    def _candidates_with_prefix(self, word: str, index: int) -> list[tuple[int, int, Verdict, bool, bool]]:
        """Match "uncorrect" or "nontrue": a denied rating that no row lists."""
        for prefix in _DENYING_PREFIXES:
            stem = word.removeprefix(prefix)
            if stem != word and len(stem) > 3 and self.whole_phrases.get((stem,)) is Verdict.TRUE:
                return [(index, index + 1, Verdict.FALSE, False, True)]
        return []


def _phrase_end(phrase: tuple[str, ...], texts: tuple[str, ...], index: int) -> int:
    """Return the end of the phrase that begins at `index`, 0 if it does not occur there. Up to two inner words may interrupt it."""
    if texts[index : index + len(phrase)] == phrase:
        return index + len(phrase)
    insertions_left = 2
    for token in phrase:
        while index < len(texts) and texts[index] != token and insertions_left and texts[index] in lexicon.INTERRUPTING:
            index, insertions_left = index + 1, insertions_left - 1
        if index >= len(texts) or texts[index] != token:
            return 0
        index += 1
    return index


def _hit_in_context(tokens: Sequence[Word], texts: tuple[str, ...], candidate: tuple[int, int, Verdict, bool, bool]) -> Hit:
    start, end, verdict, anywhere, denied = candidate
    lead, negated, degree = _context_before(tokens, texts, start)
    negated = negated or (end < len(texts) and texts[end] in lexicon.NEGATIONS_AFTER and not tokens[end].breaks)
    degree = degree if degree not in ("", "full") else _degree_following(tokens, texts, end) or degree
    sense = apply_modifiers(verdict, negated=negated, degree=degree)
    name = texts[lead:end] if negated or degree else texts[start:end]
    return Hit(start, end, lead, sense, name, anywhere, negated or denied)


def _context_before(tokens: Sequence[Word], texts: tuple[str, ...], start: int) -> tuple[int, bool, str]:
    """Return the start of the words before a rating that belong to it, True if they deny it, and its degree: "full", "most",
    "part", "open" or ""."""
    lead, negated, degree = start, False, ""
    index = start
    while index > 0 and start - index < _MAX_LEAD and not tokens[index].breaks:
        index -= 1
        word = texts[index]
        if word in lexicon.NEGATIONS:
            # "Whether or not true" denies nothing.
            if index and texts[index - 1] in lexicon.ALTERNATIVES:
                break
            lead, negated = index, True
        elif kind := _degree_of(word):
            lead, degree = index, kind if degree in ("", "full") else degree
        elif word not in lexicon.FILLERS and word not in lexicon.COPULAS:
            index = _start_of_negative_subject(texts, index, start)
            return (index, True, degree) if index >= 0 else (lead, negated, degree)
    return lead, negated, degree


def _degree_following(tokens: Sequence[Word], texts: tuple[str, ...], end: int) -> str:
    """Return the degree directly after a rating: "true in part"."""
    if end >= len(tokens) or tokens[end].breaks:
        return ""
    return degree_after(texts[end:])


def degree_after(texts: tuple[str, ...]) -> str:
    """Return the degree that these words begin with, or ""."""
    return next((lexicon.DEGREES_AFTER[texts[:width]] for width in range(1, 5) if texts[:width] in lexicon.DEGREES_AFTER), "")


def _start_of_negative_subject(texts: tuple[str, ...], index: int, start: int) -> int:
    """Return the start of a subject such as "none of these statements" or "nothing in this post"; -1 if there is none."""
    while index >= 0 and start - index <= _MAX_LEAD + 2 and (texts[index] in lexicon.SUBJECTS or texts[index] in lexicon.FILLERS):
        if texts[index] in lexicon.NONE_OF:
            return index
        index -= 1
    return index if index >= 0 and texts[index] in lexicon.NONE_OF else -1


def _degree_of(word: str) -> str:
    if word in lexicon.DEGREES_PART:
        return "part"
    if word in lexicon.DEGREES_MOST:
        return "most"
    if word in lexicon.HEDGES:
        return "open"
    return "full" if word in lexicon.DEGREES_FULL else ""


def apply_modifiers(verdict: Verdict, *, negated: bool, degree: str) -> Verdict:
    """Apply a negation and a degree ("full", "most", "part", "open" or "") to a verdict."""
    is_decided = verdict.settles_true or verdict.settles_false
    if degree == "open" and verdict is not Verdict.MISLEADING:
        return Verdict.UNPROVEN if is_decided else verdict
    if negated and degree and is_decided:
        return Verdict.MIXED if verdict is not Verdict.MISLEADING else Verdict.UNRATED
    if negated:
        return _NEGATED.get(verdict, Verdict.UNRATED)
    if degree == "part" and is_decided:
        return Verdict.MIXED if verdict is not Verdict.MISLEADING else Verdict.MISLEADING
    return _WEAKENED.get(verdict, verdict) if degree == "most" else verdict
