"""Recognition of findings without a rating word: "there is no such rule", "the photo was taken in 2015"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import regex

from app.domain.verdict import Verdict
from app.errors import PriorcheckError
from app.ingest.ratings import lexicon
from app.ingest.ratings.statements import in_claimants_words
from app.ingest.ratings.words import Word, fold, sentences
from app.paths import resources_dir
from app.translation import tr

# The finding is the first sentence after a heading of at most this many words. The sentences after it explain it and may speak of
# anything.
_MAX_HEADING_WORDS = 2
# Words of a sentence that are read; a finding is stated at its beginning.
_MAX_SENTENCE_WORDS = 40
_MACRO_NAME = regex.compile(r"<([A-Z]+)>")
_GAP_BETWEEN_IDEOGRAPHS = regex.compile(r"(?<=[\p{Han}\p{Hiragana}\p{Katakana}])[ ,]+(?=[\p{Han}\p{Hiragana}\p{Katakana}])")

_Pattern = tuple[Verdict, str, regex.Pattern[str]]


def finding(tokens: Sequence[Word]) -> tuple[Verdict, str]:
    """Return the verdict of the first plain finding and the name of its pattern; UNRATED and "" if there is none.

    A question, a condition and a sentence with "might" or "perhaps" state no finding. Raises PriorcheckError `ratings-missing` if
    the program's table of findings is missing or damaged.
    """
    for sentence in sentences(list(tokens)):
        outcome = _finding_of_sentence(sentence[:_MAX_SENTENCE_WORDS])
        if outcome is not None:
            return outcome
        if not _is_heading(sentence):
            break
    return Verdict.UNRATED, ""


def _is_heading(sentence: Sequence[Word]) -> bool:
    """Return True if the sentence repeats the claim or is only a word or two long; the finding is then in the next sentence."""
    return len(sentence) <= _MAX_HEADING_WORDS or in_claimants_words([word.text for word in sentence])


def _finding_of_sentence(sentence: Sequence[Word]) -> tuple[Verdict, str] | None:
    if sentence[0].text in lexicon.ASKING:
        return None
    text = _pattern_text(sentence)
    for verdict, name, pattern in _patterns(resources_dir() / "rating_findings.tsv"):
        match = pattern.match(text)
        if match is not None:
            # Only the first pattern that matches counts: they are listed in order of precedence.
            return (verdict, name) if _is_certain(match.group()) else None
    return None


def _is_certain(text: str) -> bool:
    vocabulary = set(text.split())
    return vocabulary.isdisjoint(lexicon.HEDGES) and vocabulary.isdisjoint(lexicon.OPEN_QUESTIONS)


def _pattern_text(sentence: Sequence[Word]) -> str:
    """Join the folded words with spaces, and with " , " at a punctuation mark. Chinese and Japanese words are joined without
    spaces."""
    joined = " ".join((", " if index and word.breaks else "") + word.text for index, word in enumerate(sentence))
    return _GAP_BETWEEN_IDEOGRAPHS.sub("", joined)


@lru_cache(maxsize=2)
def _patterns(path: Path) -> tuple[_Pattern, ...]:
    try:
        rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
        macros = {name: pattern for kind, name, pattern in rows if kind == "MACRO"}
        return tuple(_compile_pattern(row, macros) for row in rows[1:] if row[0] != "MACRO")
    except (OSError, ValueError, KeyError, regex.error) as fault:
        raise PriorcheckError(
            "ratings-missing", tr("The program's table of findings is missing or damaged."), hint=tr("Install the program again.")
        ) from fault


def _compile_pattern(row: Sequence[str], macros: dict[str, str]) -> _Pattern:
    """Expand the macros of a row and fold its pattern in the same way as the words that it is compared with."""
    verdict, name, pattern = row
    # Every pattern may be preceded by the words of the macro LEAD.
    text = f"<LEAD>(?:{pattern})"
    while _MACRO_NAME.search(text):
        text = _MACRO_NAME.sub(lambda match: macros[match.group(1)], text)
    return Verdict[verdict], name, regex.compile(fold(text))
