"""Which full stops end a sentence, by the word before them and by the letter behind them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass

import regex
import sentencex

from app.ingest.documents.abbreviations import (
    Word,
    are_initials,
    common_words,
    ends_sentences,
    goes_before_numbers,
    is_common,
    is_dotted,
    is_listed,
    is_name,
    is_short_uncased,
    is_title,
    is_title_cased_without_vowels,
)

_CLOSING = tuple('"”’“»›)]')
_QUOTES = str.maketrans(dict.fromkeys('"“”„«»', " "))
_BEFORE = regex.compile(r"(?r)(?:[^\s(\[\"“„«»'’‘])+")
_OPENING = regex.compile(r"[\s\p{Ps}\p{Pi}\p{Pf}\"'¿¡*_-]*")
_ENUMERATOR = regex.compile(r"\(?(?:(?:\d{1,3}|[a-z])[.)]|[A-Z]\))")
_ORDINAL = regex.compile(
    r"(?:^|\W)(?:im|am|zum|zur|beim|vom|bis|seit|ab|d(?:er|ie|as|e[mns])|(?:dies|jen|jed|manch|welch)(?:e[mnrs]?)|"
    r"(?:k?ein|[mds]ein|ihr|unser|euer|eur)(?:e[mnrs]?)?|(?:mon|diens|donners|frei|sams|sonn)tag,|mittwoch,)\s+\d{1,3}\.$",
    regex.IGNORECASE,
)
_CLOCK = regex.compile(r"\d\s?[ap]\.?\s?m\.$", regex.IGNORECASE)
_ZONE = regex.compile(
    r"(?:Eastern|Central|Mountain|Pacific|Atlantic|Greenwich|[ECMP][SD]?T|GMT|UTC|BST|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b"
)
_INDIC_STOP = regex.compile(r"([\u0900-\u0963\u0970-\u0dff]+)\.\s")
_INDIC_LONG = 5
_AFTER_STOP = re.compile(r"[^\W\d_]{5}\.\s+([^\W\d_])")
_WORDS = re.compile(r"[^\W\d_]+(?![\w.])")
_MONTH = regex.compile(r"(?:0?[1-9]|1[0-2])\.(?:\s?\d{2,4}\b|\s|$)")
_PLURAL = regex.compile(r"(\p{Lu})\1\.")
_AMOUNT = regex.compile(r"\d\S*\s+(?:\S+\s+)?\S+\.$")
_FIGURES = tuple("0123456789§№$€£¥")
_LEGAL_FORM = regex.compile(r"\p{Lu}{2}[\p{L}]{0,2}\b")
_REFERENCE = regex.compile(r"[(\[]\d")
_MARKED = re.compile(r"[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0dff\u0f00-\u109f\u1780-\u17ff]")
_MARKED_WORDS = regex.compile(r"[\p{L}\p{M}]+(?![\p{L}\p{M}.])")
"""Words of a text whose letters have marks, by the slower engine."""
_CITED = 4
"""Letters of "al", "Abb" and the like, before a number in brackets."""
_LOOK, _KNOWN, _CASUAL = 200, 2, 0.1


class Habits:
    """How a document writes: whether its full stop is the danda, whether its sentences begin in small letters, and its words."""

    def __init__(self, text: str, language: str) -> None:
        self.danda = "।" in text and not _stops_indic_sentences(text, language)
        starts = [letter.islower() for letter in _AFTER_STOP.findall(text) if letter.lower() != letter.upper()]
        self.casual = len(starts) >= 3 and sum(starts) >= _CASUAL * len(starts)
        self._text = text
        self._words: Counter[str] | None = None

    def knows(self, word: str) -> bool:
        """Return True if the document writes a word without capitals and without a full stop, twice at least."""
        if word != word.lower():
            return False
        if self._words is None:
            self._words = Counter((_MARKED_WORDS if _MARKED.search(self._text) else _WORDS).findall(self._text))
        return self._words[word] >= _KNOWN


def _stops_indic_sentences(text: str, language: str) -> bool:
    """Return True if full stops stand behind long or common words of an Indic script, and so at the ends of sentences."""
    common = common_words(language)
    return any(len(found[1]) >= _INDIC_LONG or found[1] in common for found in _INDIC_STOP.finditer(text))


class Sentencex:
    """What sentencex says of a paragraph, computed when it is first asked for."""

    def __init__(self, plain: str, language: str) -> None:
        self._plain, self._language = plain, language
        self._ends: list[int] | None = None

    def cuts(self, low: int, high: int) -> bool:
        """Return True if it ends a sentence between the two offsets."""
        if self._ends is None:
            found = sentencex.get_sentence_boundaries(self._language, self._plain.translate(_QUOTES))
            self._ends = [boundary["end_index"] for boundary in found]
        at = bisect_left(self._ends, low)
        return at < len(self._ends) and self._ends[at] <= high


def _is_date(around: Surroundings) -> bool:
    """Return True if a day goes on with its month in digits ("31. 12. 2023"), or a plural of initials with its second half ("EE. UU.")."""
    word = around.word.text
    if word.isdigit():
        return len(word) <= 2 and bool(_MONTH.match(around.after))
    return len(word) == 2 and word.isupper() and word[0] == word[1] and bool(_PLURAL.match(around.after))


def _cites(around: Surroundings) -> bool:
    """Return True if a short word stands before a number in brackets: "et al. [2004]"."""
    return bool(_REFERENCE.match(around.after)) and around.word.text.islower() and len(around.word.text) <= _CITED


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands around a stop: how its sentence begins, what is before (the stop's first sign included) and behind it, and the offsets
    between which the next sentence would begin."""

    opening: str
    before: str
    after: str
    low: int
    high: int
    word: Word
    next: str
    closed: bool

    @classmethod
    def of(cls, plain: str, begin: int, start: int, behind: int) -> Surroundings:
        """Those of the stop at `start` in a sentence that begins at `begin`, with other words from `behind` on; `closed` says that a
        closing mark stands between them."""
        before = plain[max(begin, start - _LOOK) : start + 1].strip()
        after = plain[behind : behind + _LOOK]
        opened = _OPENING.match(after)
        skipped = opened.end() if opened else 0
        found = _BEFORE.match(before[:-1])
        return cls(
            opening=plain[begin : min(start, begin + _LOOK)].strip(),
            before=before,
            after=after,
            low=start + 1,
            high=behind + skipped,
            word=Word(found[0] if found else ""),
            next=after[skipped : skipped + 1],
            closed=plain[start:behind].rstrip()[-1:] in _CLOSING,
        )


class Judge:
    """Says of the stops of a paragraph which end a sentence; `language` is an ISO 639-1 code."""

    def __init__(self, plain: str, language: str, habits: Habits) -> None:
        self._language, self._habits = language, habits
        self._sentencex = Sentencex(plain, language)

    def ends(self, stop: str, around: Surroundings) -> bool:
        """Return True if the sentence ends here."""
        if ";" in stop or ";" in stop:
            return self._language == "el"
        if stop == ".":
            return self._full_stop(around)
        if around.closed and around.next.islower():
            return False
        if "." in stop or "…" in stop or around.next.islower():
            return self._said(around) and not (stop != "." and around.next.islower() and "." in stop)
        return True

    def _said(self, around: Surroundings) -> bool:
        return self._sentencex.cuts(around.low, around.high)

    def _full_stop(self, around: Surroundings) -> bool:
        if around.next == "" or around.after[0] in "&,;:/)":
            return around.next == "" and self._said(around)
        if _ENUMERATOR.fullmatch(around.before) or (around.after[0] == "-" and around.after[1:2].isalpha()):
            return False
        if around.next.islower():
            return self._before_small_letter(around)
        if _cites(around) or _is_date(around) or self._goes_on(around):
            return False
        if self._said(around) or ends_sentences(around.word) or is_name(around.word) or is_common(around.word, self._language):
            return True
        return self._habits.knows(around.word.text) or (around.next in _FIGURES and len(around.word.text) > _CITED)

    def _before_small_letter(self, around: Surroundings) -> bool:
        """Only where sentences begin in small letters, or the word is long and sentencex ends the sentence."""
        word = around.word
        written = next((letter for letter in around.opening if letter.isalnum()), "")
        if not (self._habits.casual or written.islower()):
            return False
        return self._said(around) and not (is_title(word, self._language) or is_listed(word, self._language) or is_dotted(word))

    def _goes_on(self, around: Surroundings) -> bool:
        """Whether the full stop belongs to an abbreviation, an initial or an ordinal before a capital, a digit or a letter without case."""
        word, language = around.word, self._language
        if is_title(word, language) or goes_before_numbers(word, around.after, language, counted=_AMOUNT.search(around.before) is not None):
            return True
        if ends_sentences(word):
            zoned = word.text.endswith("m") and _CLOCK.search(around.before) and _ZONE.match(around.after)
            return bool(zoned or (word.key == "co" and _LEGAL_FORM.match(around.after)))
        if is_listed(word, language) and not self._habits.knows(word.text):
            return True
        if around.next.isupper():
            return self._before_capital(around)
        return self._uncased(around)

    def _before_capital(self, around: Surroundings) -> bool:
        if (around.word.text[:1].isupper() and are_initials(around.before)) or (
            is_title_cased_without_vowels(around.word) and not self._habits.knows(around.word.text) and not _AMOUNT.search(around.before)
        ):
            return True
        return self._language == "de" and around.word.text.isdigit() and bool(_ORDINAL.search(around.before))

    def _uncased(self, around: Surroundings) -> bool:
        """In scripts without capitals."""
        return is_short_uncased(around.word, danda=self._habits.danda) and not self._habits.knows(around.word.text)
