"""Findings expressed without a rating word: "there is no such rule", "the photo was taken in 2015"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import regex

from app.domain.verdict import Verdict
from app.errors import PriorcheckError
from app.ingest.ratings import lexicon
from app.ingest.ratings.statements import claimed
from app.ingest.ratings.words import Word, fold, sentences
from app.paths import resources_dir
from app.translation import tr

_BRIEF = 2
"""A finding is the first sentence but for a heading of that many words; what follows is its explanation and speaks of anything."""
_LONGEST = 40
"""Words of a sentence that are looked at."""
_MACRO = regex.compile(r"<([A-Z]+)>")
_SIGNS = regex.compile(r"(?<=[\p{Han}\p{Hiragana}\p{Katakana}])[ ,]+(?=[\p{Han}\p{Hiragana}\p{Katakana}])")

_Pattern = tuple[Verdict, str, regex.Pattern[str]]


def finding(tokens: Sequence[Word]) -> tuple[Verdict, str]:
    """Return the verdict of the first plain finding and the name of its pattern; UNRATED and "" if there is none.

    A question, a condition and a sentence with "might" or "perhaps" state no finding. Raises PriorcheckError `ratings-missing` if
    the program's table of findings is missing or damaged.
    """
    for sentence in sentences(list(tokens)):
        outcome = _of_sentence(sentence[:_LONGEST])
        if outcome is not None:
            return outcome
        if not _heading(sentence):
            break
    return Verdict.UNRATED, ""


def _heading(sentence: Sequence[Word]) -> bool:
    """Return True if the sentence repeats the claim or is only a word or two long; the finding is then in the next sentence."""
    return len(sentence) <= _BRIEF or claimed([word.text for word in sentence])


def _of_sentence(sentence: Sequence[Word]) -> tuple[Verdict, str] | None:
    if sentence[0].text in lexicon.ASKING:
        return None
    text = _joined(sentence)
    for verdict, name, pattern in _patterns(resources_dir() / "rating_findings.tsv"):
        match = pattern.match(text)
        if match is not None:
            return (verdict, name) if _certain(match.group()) else None
    return None


def _certain(text: str) -> bool:
    vocabulary = set(text.split())
    return vocabulary.isdisjoint(lexicon.HEDGES) and vocabulary.isdisjoint(lexicon.OPEN_QUESTIONS)


def _joined(sentence: Sequence[Word]) -> str:
    """Join the folded words with spaces, and with " , " at a punctuation mark. Chinese and Japanese words are joined without
    spaces."""
    joined = " ".join((", " if index and word.breaks else "") + word.text for index, word in enumerate(sentence))
    return _SIGNS.sub("", joined)


@lru_cache(maxsize=2)
def _patterns(path: Path) -> tuple[_Pattern, ...]:
    try:
        rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
        macros = {name: pattern for kind, name, pattern in rows if kind == "MACRO"}
        return tuple(_compiled(row, macros) for row in rows[1:] if row[0] != "MACRO")
    except (OSError, ValueError, KeyError, regex.error) as fault:
        raise PriorcheckError(
            "ratings-missing", tr("The program's table of findings is missing or damaged."), hint=tr("Install the program again.")
        ) from fault


def _compiled(row: Sequence[str], macros: dict[str, str]) -> _Pattern:
    """Expand the macros of a row and fold its pattern in the same way as the words that it is compared with."""
    verdict, name, pattern = row
    text = f"<LEAD>(?:{pattern})"
    while _MACRO.search(text):
        text = _MACRO.sub(lambda match: macros[match.group(1)], text)
    return Verdict[verdict], name, regex.compile(fold(text))
