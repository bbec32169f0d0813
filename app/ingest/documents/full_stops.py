"""Decide which full stops end a sentence, by the word before and the letter after them."""

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
# The word before a stop, matched backwards up to a space, bracket or quotation mark.
_WORD_BEFORE = regex.compile(r"(?r)(?:[^\s(\[\"“„«»'’‘])+")
_OPENING_MARKS = regex.compile(r"[\s\p{Ps}\p{Pi}\p{Pf}\"'¿¡*_-]*")
# List numbers at the start of a line: "1.", "(a)", "B)".
_ENUMERATOR = regex.compile(r"\(?(?:(?:\d{1,3}|[a-z])[.)]|[A-Z]\))")
# German writes ordinals with a full stop: "am 3. Oktober", "der 2. Weltkrieg".
_ORDINAL = regex.compile(
    r"(?:^|\W)(?:im|am|zum|zur|beim|vom|bis|seit|ab|d(?:er|ie|as|e[mns])|(?:dies|jen|jed|manch|welch)(?:e[mnrs]?)|"
    r"(?:k?ein|[mds]ein|ihr|unser|euer|eur)(?:e[mnrs]?)?|(?:mon|diens|donners|frei|sams|sonn)tag,|mittwoch,)\s+\d{1,3}\.$",
    regex.IGNORECASE,
)
# "5 p.m." continues before a time zone or a day of the week.
_CLOCK = regex.compile(r"\d\s?[ap]\.?\s?m\.$", regex.IGNORECASE)
_ZONE = regex.compile(
    r"(?:Eastern|Central|Mountain|Pacific|Atlantic|Greenwich|[ECMP][SD]?T|GMT|UTC|BST|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b"
)
_INDIC_STOP = regex.compile(r"([\u0900-\u0963\u0970-\u0dff]+)\.\s")
_MIN_INDIC_WORD = 5
_AFTER_STOP = re.compile(r"[^\W\d_]{5}\.\s+([^\W\d_])")
_WORDS = re.compile(r"[^\W\d_]+(?![\w.])")
_MONTH = regex.compile(r"(?:0?[1-9]|1[0-2])\.(?:\s?\d{2,4}\b|\s|$)")
_DOUBLED_INITIAL = regex.compile(r"(\p{Lu})\1\.")
# A number before the abbreviation makes it a unit: "5 Mio.".
_AMOUNT = regex.compile(r"\d\S*\s+(?:\S+\s+)?\S+\.$")
_NUMBER_STARTS = tuple("0123456789§№$€£¥")
# "Co." continues before a legal form: "Co. KG", "Co. OHG".
_LEGAL_FORM = regex.compile(r"\p{Lu}{2}[\p{L}]{0,2}\b")
_REFERENCE = regex.compile(r"[(\[]\d")
_COMBINING_MARK = re.compile(r"[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0dff\u0f00-\u109f\u1780-\u17ff]")
# Words with combining marks. `regex` is slower than `re`, so it is only used for texts with such marks.
_MARKED_WORDS = regex.compile(r"[\p{L}\p{M}]+(?![\p{L}\p{M}.])")
# Letters of the longest word that may precede a number in brackets: "al", "Abb".
_MAX_CITED = 4
_CONTEXT, _MIN_USES, _MIN_LOWERCASE_STARTS = 200, 2, 0.1


class WritingHabits:
    """Writing habits of a document: whether the danda is its full stop, whether its sentences start in lower case, and its words."""

    def __init__(self, text: str, language: str) -> None:
        self.danda = "।" in text and not _stops_indic_sentences(text, language)
        # Only stops after five letters count, since short words may be abbreviations.
        starts = [letter.islower() for letter in _AFTER_STOP.findall(text) if letter.lower() != letter.upper()]
        self.lowercase_starts = len(starts) >= 3 and sum(starts) >= _MIN_LOWERCASE_STARTS * len(starts)
        self._text = text
        self._words: Counter[str] | None = None

    def uses_word(self, word: str) -> bool:
        """Return True if the document has a lower-case word without a full stop at least twice."""
        if word != word.lower():
            return False
        if self._words is None:
            self._words = Counter((_MARKED_WORDS if _COMBINING_MARK.search(self._text) else _WORDS).findall(self._text))
        return self._words[word] >= _MIN_USES


def _stops_indic_sentences(text: str, language: str) -> bool:
    """Return True if full stops follow long or common Indic words, and so end sentences."""
    common = common_words(language)
    return any(len(match[1]) >= _MIN_INDIC_WORD or match[1] in common for match in _INDIC_STOP.finditer(text))


class SentencexBoundaries:
    """Sentence boundaries of a paragraph by sentencex, computed on first use."""

    def __init__(self, plain: str, language: str) -> None:
        self._plain, self._language = plain, language
        self._ends: list[int] | None = None

    def cuts(self, low: int, high: int) -> bool:
        """Return True if sentencex ends a sentence from `low` to `high`."""
        if self._ends is None:
            # Quotation marks are blanked for sentencex; quotations are handled in `sentence_ends`.
            boundaries = sentencex.get_sentence_boundaries(self._language, self._plain.translate(_QUOTES))
            self._ends = [boundary["end_index"] for boundary in boundaries]
        index = bisect_left(self._ends, low)
        return index < len(self._ends) and self._ends[index] <= high


def _is_date(context: StopContext) -> bool:
    """Return True for the day of a numeric date ("31. 12. 2023") or the first half of a doubled plural ("EE. UU.")."""
    word = context.word.text
    if word.isdigit():
        return len(word) <= 2 and bool(_MONTH.match(context.after))
    return len(word) == 2 and word.isupper() and word[0] == word[1] and bool(_DOUBLED_INITIAL.match(context.after))


def _is_citation(context: StopContext) -> bool:
    """Return True if a short word precedes a number in brackets: "et al. [2004]"."""
    return bool(_REFERENCE.match(context.after)) and context.word.text.islower() and len(context.word.text) <= _MAX_CITED


@dataclass(frozen=True, slots=True)
class StopContext:
    """Text around a stop: the beginning of its sentence, the text before it (including its first character) and after it.

    The next sentence would begin between `low` and `high`.
    """

    opening: str
    before: str
    after: str
    low: int
    high: int
    word: Word
    next_letter: str
    quote_closed: bool

    @classmethod
    def of(cls, plain: str, begin: int, start: int, next_start: int) -> StopContext:
        """Return the context of the stop at `start` in a sentence that begins at `begin`; the next words begin at `next_start`."""
        before = plain[max(begin, start - _CONTEXT) : start + 1].strip()
        after = plain[next_start : next_start + _CONTEXT]
        opening_match = _OPENING_MARKS.match(after)
        skipped = opening_match.end() if opening_match else 0
        word_match = _WORD_BEFORE.match(before[:-1])
        return cls(
            opening=plain[begin : min(start, begin + _CONTEXT)].strip(),
            before=before,
            after=after,
            low=start + 1,
            high=next_start + skipped,
            word=Word(word_match[0] if word_match else ""),
            next_letter=after[skipped : skipped + 1],
            quote_closed=plain[start:next_start].rstrip()[-1:] in _CLOSING,
        )


class FullStopClassifier:
    """Decides which stops of a paragraph end a sentence; `language` is an ISO 639-1 code."""

    def __init__(self, plain: str, language: str, habits: WritingHabits) -> None:
        self._language, self._habits = language, habits
        self._sentencex = SentencexBoundaries(plain, language)

    def ends_sentence(self, stop: str, context: StopContext) -> bool:
        """Return True if the sentence ends at this stop."""
        # Unicode normalises the Greek question mark to a semicolon.
        if ";" in stop or ";" in stop:
            return self._language == "el"
        if stop == ".":
            return self._full_stop_ends(context)
        # A closed quotation or bracket before lower case is part of the sentence around it: "Stop!" he said.
        if context.quote_closed and context.next_letter.islower():
            return False
        if "." in stop or "…" in stop or context.next_letter.islower():
            return self._sentencex_cuts(context) and not (stop != "." and context.next_letter.islower() and "." in stop)
        return True

    def _sentencex_cuts(self, context: StopContext) -> bool:
        return self._sentencex.cuts(context.low, context.high)

    def _full_stop_ends(self, context: StopContext) -> bool:
        # Punctuation after a full stop continues the sentence.
        if context.next_letter == "" or context.after[0] in "&,;:/)":
            return context.next_letter == "" and self._sentencex_cuts(context)
        if _ENUMERATOR.fullmatch(context.before) or (context.after[0] == "-" and context.after[1:2].isalpha()):
            return False
        if context.next_letter.islower():
            return self._ends_before_lower_case(context)
        if _is_citation(context) or _is_date(context) or self._belongs_to_abbreviation(context):
            return False
        if (
            self._sentencex_cuts(context)
            or ends_sentences(context.word)
            or is_name(context.word)
            or is_common(context.word, self._language)
        ):
            return True
        # A word that the document also writes without a full stop is no abbreviation.
        return self._habits.uses_word(context.word.text) or (context.next_letter in _NUMBER_STARTS and len(context.word.text) > _MAX_CITED)

    def _ends_before_lower_case(self, context: StopContext) -> bool:
        """Return True if a sentence ends before a lower-case letter.

        That happens only in documents, or after sentences, that start in lower case.
        """
        word = context.word
        first_character = next((letter for letter in context.opening if letter.isalnum()), "")
        if not (self._habits.lowercase_starts or first_character.islower()):
            return False
        return self._sentencex_cuts(context) and not (is_title(word, self._language) or is_listed(word, self._language) or is_dotted(word))

    def _belongs_to_abbreviation(self, context: StopContext) -> bool:
        """Return True if the stop belongs to an abbreviation, initial or ordinal, and the sentence continues."""
        word, language = context.word, self._language
        if is_title(word, language) or goes_before_numbers(
            word, context.after, language, counted=_AMOUNT.search(context.before) is not None
        ):
            return True
        if ends_sentences(word):
            zoned = word.text.endswith("m") and _CLOCK.search(context.before) and _ZONE.match(context.after)
            return bool(zoned or (word.key == "co" and _LEGAL_FORM.match(context.after)))
        if is_listed(word, language) and not self._habits.uses_word(word.text):
            return True
        if context.next_letter.isupper():
            return self._belongs_to_name(context)
        return self._is_uncased_abbreviation(context)

    def _belongs_to_name(self, context: StopContext) -> bool:
        if (context.word.text[:1].isupper() and are_initials(context.before)) or (
            is_title_cased_without_vowels(context.word)
            and not self._habits.uses_word(context.word.text)
            and not _AMOUNT.search(context.before)
        ):
            return True
        return self._language == "de" and context.word.text.isdigit() and bool(_ORDINAL.search(context.before))

    def _is_uncased_abbreviation(self, context: StopContext) -> bool:
        """Return True for an abbreviation in a script without capitals."""
        return is_short_uncased(context.word, danda=self._habits.danda) and not self._habits.uses_word(context.word.text)
