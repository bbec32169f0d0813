"""Words of bilingual dictionaries: FreeDict's in Debian's packages (`dict-freedict-*`, GPL-2+ and GPL-3+), in the dictd format; for
Russian also Mueller's (`mueller`), for Chinese CC-CEDICT (`cedict`).

Only pairs of a word or short phrase on both sides are used, as facts for training; no text of a dictionary is shipped. Dictionaries
that are not installed are reported and left out. CARD.md names those of the shipped weights.
"""

from __future__ import annotations

import gzip
import re
import string
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import regex

from models.multilingual import cedict, mueller
from models.multilingual.pairs import Pair

FOLDER = Path("/usr/share/dictd")
TO_ENGLISH = {
    "ara": "ar", "ces": "cs", "dan": "da", "deu": "de", "ell": "el", "fin": "fi", "fra": "fr", "hun": "hu", "ita": "it", "jpn": "ja",
    "lit": "lt", "nld": "nl", "pol": "pl", "por": "pt", "slk": "sk", "spa": "es", "swe": "sv", "swh": "sw", "tur": "tr",
}  # fmt: skip
FROM_ENGLISH = TO_ENGLISH | {"bul": "bg", "hin": "hi", "ind": "id", "rus": "ru"}
MUELLER = "mueller7"
_DIGITS = {letter: value for value, letter in enumerate(string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/")}
_HEAD = re.compile(r"^(?P<word>[^/<\[]+?)\s*(?:/.*)?(?:<[^>]*>\s*)*(?:\[.*)?$")
_MARKS = re.compile(r"^(?:\s*(?:\[[^\]]*\]|\([^)]*\)))+\s*")
_NUMBERED = re.compile(r"^\s{0,2}\d+\.\s+(?P<said>\S.*)$")
_REMARK = re.compile(r"\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\]|\{[^}]*\}|<[^>]*>|\([^)]*$")
_WORDS = regex.compile(r"[\p{L}\p{M}][\p{L}\p{M}'’ -]*")
_STRESS = re.compile("\u0301")
_SCRIPTS = {"ar": "Arabic", "bg": "Cyrillic", "el": "Greek", "hi": "Devanagari", "ru": "Cyrillic", "zh": "Han"}
_MOST_SENSES, _MOST_WORDS, _MOST_LETTERS = 5, 3, 32
_MOST_PHRASES, _MOST_TRANSLATIONS = 12_000, 3
_PHRASE_IS_RARER = 8.0


def dictionary_pairs(frequency: Mapping[str, int]) -> list[Pair]:
    """Return the word pairs of each language with the most common English phrases.

    A phrase is as common as its rarest word; `frequency` has a count for all their words. English is in lower case, as the teacher
    reads it. A phrase has few translations: first those in both directions, then those of a first sense.
    """
    ranks: dict[Pair, list[int]] = defaultdict(list)
    russian = mueller.senses(articles(MUELLER)) if _is_installed(MUELLER) else ()
    for language, foreign, english, rank in [*_freedict(), *russian, *cedict.senses()]:
        pair = Pair(language, foreign, english.removeprefix("to ").casefold())
        if _fits(pair, frequency):
            ranks[pair].append(rank)
    by_language: dict[str, dict[str, list[Pair]]] = defaultdict(lambda: defaultdict(list))
    for pair in sorted(ranks, key=lambda pair: (-len({rank % 2 for rank in ranks[pair]}), min(ranks[pair]) // 2)):
        by_language[pair.language][pair.english].append(pair)
    result = []
    for phrases in by_language.values():
        common = sorted(phrases, key=lambda phrase: -_commonness(phrase.split(), frequency))
        result += [pair for phrase in common[:_MOST_PHRASES] for pair in phrases[phrase][:_MOST_TRANSLATIONS]]
    return result


def _freedict() -> Iterator[tuple[str, str, str, int]]:
    """Yield language, foreign phrase, English phrase, and twice the index of the sense (plus one if the foreign word is the
    headword)."""
    for name, language, to_english in _installed():
        for head, senses in entries(name):
            for rank, sense in enumerate(senses[:_MOST_SENSES]):
                for foreign, english in _sides(head, sense, to_english=to_english):
                    yield language, foreign, english, 2 * rank + to_english


def _commonness(words: list[str], frequency: Mapping[str, int]) -> float:
    return min(frequency[word] for word in words) / _PHRASE_IS_RARER ** (len(words) - 1)


def _installed() -> Iterator[tuple[str, str, bool]]:
    dictionaries = [(f"freedict-{code}-eng", language, True) for code, language in TO_ENGLISH.items()]
    dictionaries += [(f"freedict-eng-{code}", language, False) for code, language in FROM_ENGLISH.items()]
    yield from (dictionary for dictionary in dictionaries if _is_installed(dictionary[0]))


def _is_installed(name: str) -> bool:
    installed = (FOLDER / f"{name}.index").is_file()
    if not installed:
        print(f"not installed: {name}")
    return installed


def entries(name: str) -> Iterator[tuple[str, list[str]]]:
    """Yield headwords with the texts of their senses."""
    for head, lines in articles(name):
        matched = _HEAD.match(_MARKS.sub("", head))
        if matched is not None and (senses := _senses(lines)):
            yield matched["word"], senses


def articles(name: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the first line and the other lines of each article, in the file's order."""
    with gzip.open(FOLDER / f"{name}.dict.dz") as file:
        text = file.read()
    spans = set()
    for line in (FOLDER / f"{name}.index").read_text(encoding="utf-8").splitlines():
        word, start, length = line.rsplit("\t", 2)
        if not word.startswith("00"):
            spans.add((_number(start), _number(length)))
    for begin, size in sorted(spans):
        head, *lines = text[begin : begin + size].decode("utf-8", "replace").splitlines() or [""]
        yield head, lines


def _senses(lines: list[str]) -> list[str]:
    """Return the first text of each numbered sense, or of the entry if it has no numbers.

    Remarks on grammar are skipped. Later lines of a sense are examples.
    """
    numbered = [index for index, line in enumerate(lines) if _NUMBERED.match(line)]
    starts = numbered or [0]
    parts = [lines[start:end] for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)]
    return [sense for part in parts if (sense := next(filter(None, map(_meaning_text, part)), ""))]


def _meaning_text(line: str) -> str:
    matched = _NUMBERED.match(line)
    text = matched["said"] if matched else line
    return text.strip() if _REMARK.sub("", text).strip() and "Note:" not in text else ""


def _number(code: str) -> int:
    """Return the value of a number in dictd's base 64."""
    value = 0
    for letter in code:
        value = value * 64 + _DIGITS[letter]
    return value


def _sides(head: str, sense: str, *, to_english: bool) -> Iterator[tuple[str, str]]:
    heads, meanings = _phrases(head), _phrases(sense)[:4]
    for phrase in heads:
        for other in meanings:
            yield (phrase, other) if to_english else (other, phrase)


def _phrases(text: str) -> list[str]:
    plain = _STRESS.sub("", _REMARK.sub(" ", text.replace("~", " ")))
    return [" ".join(part.split()).strip(" .!?-") for part in re.split(r"[,;/|،؛]| - ", plain)]


def _fits(pair: Pair, frequency: Mapping[str, int]) -> bool:
    english = pair.english.split()
    if not 0 < len(english) <= _MOST_WORDS or not all(word in frequency for word in english):
        return False
    if not _WORDS.fullmatch(pair.text) or len(pair.text) > _MOST_LETTERS or len(pair.text.split()) > _MOST_WORDS:
        return False
    script = _SCRIPTS.get(pair.language)
    if script is not None:
        return regex.fullmatch(rf"[\p{{{script}}}\p{{M}}'’ -]+", pair.text) is not None
    if pair.language == "ja":
        return regex.search(r"[\p{Han}\p{Katakana}]", pair.text) is not None
    return pair.text.casefold() != pair.english.casefold()


def frequencies(texts: Iterable[str], *, least: int) -> dict[str, int]:
    """Return the number of texts that contain each word, in lower case. Words of fewer than `least` texts are left out."""
    count: Counter[str] = Counter()
    for text in texts:
        count.update(set(regex.findall(r"\p{L}[\p{L}'’-]*", text.casefold())))
    return {word: times for word, times in count.items() if times >= least}
