"""The differences of a sentence and a checked claim, as spans of both texts that the card marks.

The program's own reading leads: the respects in which the two are about different things, and the differences read off their words.
Where it names none, the words themselves are compared. Numbers written differently ("41", "forty-one") are marked as equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

import regex

from app.domain.match import DifferenceKind, Match
from app.domain.quantities import quantities
from app.domain.speech import SlotKind
from app.domain.wording import wording
from app.translation import mark, tr

Span = tuple[int, int]

_RESPECTS = {
    SlotKind.WHO: mark("who"),
    SlotKind.WHERE: mark("where"),
    SlotKind.WHEN: mark("when"),
    SlotKind.HOW_MUCH: mark("how much"),
    SlotKind.COMPARED: mark("compared with what"),
    SlotKind.WHAT: mark("what exactly"),
    SlotKind.SAYING: mark("who says so"),
    DifferenceKind.NUMBER: mark("how much"),
    DifferenceKind.YEAR: mark("when"),
    DifferenceKind.NAME: mark("names"),
    DifferenceKind.DIRECTION: mark("up or down"),
    DifferenceKind.NEGATION: mark("one denies it"),
}
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}\u200c\u200d]+(?:['’\-][\p{L}\p{M}\p{N}]+)*")
_PARTS = regex.compile(r"[,;:.!?()–—]")
_PIECE = regex.compile(r"\s*(?: → |, |; )\s*")
_MOST_DIFFERENT = 0.6
"""Texts of which a larger share differs have too little in common for single words to be what differs."""
_AROUND = 2
"""Words beyond the first and the last common one that are compared, too."""
_QUOTED_WORDS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """Code-point spans of the words of a sentence and of a claim that differ, and of the numbers that are equal but written
    differently. `words` says the same for a screen reader; "" where nothing is marked."""

    in_sentence: tuple[Span, ...] = ()
    in_claim: tuple[Span, ...] = ()
    equal_in_sentence: tuple[Span, ...] = ()
    equal_in_claim: tuple[Span, ...] = ()
    words: str = ""


NO_CONTRAST = Contrast()


def contrast_of(sentence: str, match: Match) -> Contrast:
    """Return the differences of a sentence and the claim of one of its matches."""
    claim = match.factcheck.claim
    equal_in_sentence, equal_in_claim = _same_numbers(sentence, claim)
    sentence_spans, claim_spans = _named(sentence, claim, match)
    words = tr("Differs in: {respects}", respects=", ".join(_respects(match)))
    if not sentence_spans and not claim_spans:
        sentence_spans, claim_spans = _differing_words(sentence, claim)
        words = _in_words(sentence, claim, sentence_spans, claim_spans) if not match.differs else words
    return Contrast(
        in_sentence=sentence_spans,
        in_claim=claim_spans,
        equal_in_sentence=equal_in_sentence,
        equal_in_claim=equal_in_claim,
        words=words if sentence_spans or claim_spans else "",
    )


def _respects(match: Match) -> Iterator[str]:
    """Yield the respects in which the program found a difference, each once."""
    kinds = (*(slot.kind for slot in match.differs), *(difference.kind for difference in match.differences))
    yield from dict.fromkeys(tr(_RESPECTS[kind]) for kind in kinds)


def _named(sentence: str, claim: str, match: Match) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """Return the spans of the differences that the program has named."""
    sentence_phrases = [slot.said for slot in match.differs] + [words for difference in match.differences for words in difference.said]
    claim_phrases = [slot.checked for slot in match.differs] + [words for difference in match.differences for words in difference.checked]
    return _find(sentence, sentence_phrases), _find(claim, claim_phrases)


def _find(text: str, phrases: Iterable[str]) -> tuple[Span, ...]:
    """Return where phrases stand in a text, as whole words and without regard to case; those that do not are left out."""
    spans: set[Span] = set()
    for phrase in phrases:
        for piece in (phrase, *_PIECE.split(phrase)):
            phrase_match = regex.search(rf"(?<!\w){regex.escape(piece.strip())}(?!\w)", text, regex.IGNORECASE) if piece.strip() else None
            if phrase_match is not None:
                spans.add(phrase_match.span())
                if piece == phrase:
                    break
    return tuple(sorted(spans))


def _same_numbers(sentence: str, claim: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """Return the spans of the numbers that both texts have, written in different ways."""
    sentence_numbers, claim_numbers = _written(sentence), _written(claim)
    equal = [value for value in sentence_numbers.keys() & claim_numbers.keys() if sentence_numbers[value][0] != claim_numbers[value][0]]
    return tuple(sorted(sentence_numbers[value][1] for value in equal)), tuple(sorted(claim_numbers[value][1] for value in equal))


def _written(text: str) -> dict[Decimal, tuple[str, Span]]:
    """Return how each number of a text is written, in lower case, and where."""
    return {
        quantity.value: (text[quantity.start : quantity.end].casefold(), (quantity.start, quantity.end)) for quantity in quantities(text)
    }


@dataclass(frozen=True, slots=True)
class _Token:
    """A word that tells, or a whole number phrase. Tokens with the same key say the same."""

    key: str
    span: Span


def _tokens(text: str) -> list[_Token]:
    """Return the words of a text without its function words; denials and numbers are kept."""
    numbers = quantities(text)
    tokens = [_Token(f"#{number.value.normalize()}", (number.start, number.end)) for number in numbers]
    for match in _WORD.finditer(text):
        in_number = any(number.start < match.end() and match.start() < number.end for number in numbers)
        key = "" if in_number else _key(match.group())
        if key:
            tokens.append(_Token(key, match.span()))
    return sorted(tokens, key=lambda token: token.span)


def _key(word: str) -> str:
    """Return the stem of a word, "not" for a denial, "" for a function word."""
    if not word.isascii() and not word.replace("’", "'").isascii():
        return word.casefold()
    read = wording(word)
    if read.negations:
        return "not"
    return min(read.stems, default="") or (word if word.isdecimal() else "")


def _differing_words(sentence: str, claim: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """Return the words that only one of two similar texts has; none where the texts have little in common."""
    sentence_tokens, claim_tokens = _tokens(sentence), _tokens(claim)
    keys = {token.key for token in sentence_tokens} & {token.key for token in claim_tokens}
    compared = _around_common(sentence, sentence_tokens, keys), _around_common(claim, claim_tokens, keys)
    differing = [[token for token in side if token.key not in keys] for side in compared]
    if any(len(part) > _MOST_DIFFERENT * len(side) for part, side in zip(differing, compared, strict=True)):
        return (), ()
    return tuple(token.span for token in differing[0]), tuple(token.span for token in differing[1])


def _around_common(text: str, tokens: list[_Token], keys: set[str]) -> list[_Token]:
    """Return the tokens from the first to the last common one, with those beside them that no punctuation parts from them: the rest
    of a long sentence is about something else."""
    common = [position for position, token in enumerate(tokens) if token.key in keys]
    if not common:
        return []
    first, last = common[0], common[-1]
    for _ in range(_AROUND):
        if first and not _PARTS.search(text, tokens[first - 1].span[1], tokens[first].span[0]):
            first -= 1
        if last + 1 < len(tokens) and not _PARTS.search(text, tokens[last].span[1], tokens[last + 1].span[0]):
            last += 1
    return tokens[first : last + 1]


def _in_words(sentence: str, claim: str, sentence_spans: tuple[Span, ...], claim_spans: tuple[Span, ...]) -> str:
    """Return the differing words for those who do not see the marks: “Worded differently: born / grew”."""
    sides = (_quoted(sentence, sentence_spans), _quoted(claim, claim_spans))
    return tr("Worded differently: {words}", words=" / ".join(sides))


def _quoted(text: str, spans: tuple[Span, ...]) -> str:
    words = [text[start:end] for start, end in spans[:_QUOTED_WORDS]]
    return ", ".join([*words, *("…" for _ in spans[_QUOTED_WORDS : _QUOTED_WORDS + 1])]) or "–"
