"""Words of bilingual dictionaries: FreeDict's, as Debian packages them (`dict-freedict-*`, GPL-2+ and GPL-3+), in the dictd format;
for Russian also Mueller's (`mueller`), for Chinese CC-CEDICT (`cedict`).

Only what both sides say in a word or a short phrase is taken: facts for training, none of a dictionary's text is shipped. A dictionary
that is not installed is left out and said so; CARD.md names those that the shipped weights saw.
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
    """The word pairs of each language whose English phrases are the commonest, by their rarest word; `frequency` knows all their words.

    English is in small letters, as the teacher reads it. A phrase has few translations: those first that both directions name,
    then those of a first sense.
    """
    ranks: dict[Pair, list[int]] = defaultdict(list)
    russian = mueller.senses(articles(MUELLER)) if _is_installed(MUELLER) else ()
    for language, foreign, english, rank in [*_freedict(), *russian, *cedict.senses()]:
        pair = Pair(language, foreign, english.removeprefix("to ").casefold())
        if _fits(pair, frequency):
            ranks[pair].append(rank)
    found: dict[str, dict[str, list[Pair]]] = defaultdict(lambda: defaultdict(list))
    for pair in sorted(ranks, key=lambda pair: (-len({rank % 2 for rank in ranks[pair]}), min(ranks[pair]) // 2)):
        found[pair.language][pair.english].append(pair)
    chosen = []
    for phrases in found.values():
        common = sorted(phrases, key=lambda phrase: -_commonness(phrase.split(), frequency))
        chosen += [pair for phrase in common[:_MOST_PHRASES] for pair in phrases[phrase][:_MOST_TRANSLATIONS]]
    return chosen


def _freedict() -> Iterator[tuple[str, str, str, int]]:
    """Language, foreign and English phrase, and twice the sense's place (plus one where the foreign word is the headword)."""
    for name, language, to_english in _installed():
        for head, senses in entries(name):
            for rank, sense in enumerate(senses[:_MOST_SENSES]):
                for foreign, english in _sides(head, sense, to_english=to_english):
                    yield language, foreign, english, 2 * rank + to_english


def _commonness(words: list[str], frequency: Mapping[str, int]) -> float:
    return min(frequency[word] for word in words) / _PHRASE_IS_RARER ** (len(words) - 1)


def _installed() -> Iterator[tuple[str, str, bool]]:
    both = [(f"freedict-{code}-eng", language, True) for code, language in TO_ENGLISH.items()]
    both += [(f"freedict-eng-{code}", language, False) for code, language in FROM_ENGLISH.items()]
    yield from (known for known in both if _is_installed(known[0]))


def _is_installed(name: str) -> bool:
    found = (FOLDER / f"{name}.index").is_file()
    if not found:
        print(f"not installed: {name}")
    return found


def entries(name: str) -> Iterator[tuple[str, list[str]]]:
    """Headwords and what each of their senses says."""
    for head, lines in articles(name):
        matched = _HEAD.match(_MARKS.sub("", head))
        if matched is not None and (senses := _senses(lines)):
            yield matched["word"], senses


def articles(name: str) -> Iterator[tuple[str, list[str]]]:
    """The first line and the others of each article, in the file's order."""
    with gzip.open(FOLDER / f"{name}.dict.dz") as file:
        text = file.read()
    places = set()
    for line in (FOLDER / f"{name}.index").read_text(encoding="utf-8").splitlines():
        word, start, length = line.rsplit("\t", 2)
        if not word.startswith("00"):
            places.add((_number(start), _number(length)))
    for begin, size in sorted(places):
        head, *lines = text[begin : begin + size].decode("utf-8", "replace").splitlines() or [""]
        yield head, lines


def _senses(lines: list[str]) -> list[str]:
    """What each numbered sense says first, else what the entry does; a remark on the grammar says nothing, what follows is an example."""
    numbered = [place for place, line in enumerate(lines) if _NUMBERED.match(line)]
    starts = numbered or [0]
    parts = [lines[start:end] for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)]
    return [said for part in parts if (said := next(filter(None, map(_said, part)), ""))]


def _said(line: str) -> str:
    matched = _NUMBERED.match(line)
    text = matched["said"] if matched else line
    return text.strip() if _REMARK.sub("", text).strip() and "Note:" not in text else ""


def _number(code: str) -> int:
    """A number in dictd's sixty-four digits."""
    value = 0
    for letter in code:
        value = value * 64 + _DIGITS[letter]
    return value


def _sides(head: str, sense: str, *, to_english: bool) -> Iterator[tuple[str, str]]:
    heads, said = _phrases(head), _phrases(sense)[:4]
    for one in heads:
        for other in said:
            yield (one, other) if to_english else (other, one)


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
    """In how many texts each word stands, in small letters; rarer ones are left out."""
    count: Counter[str] = Counter()
    for text in texts:
        count.update(set(regex.findall(r"\p{L}[\p{L}'’-]*", text.casefold())))
    return {word: times for word, times in count.items() if times >= least}
