"""Which language a text is in, among those the program supports; too short or too doubtful a text is unknown ("").

Three things tell it. The script: where only one supported language is written in it, it is that one, and of several none but those are
asked for. The letters, by py3langid's naive Bayes over bytes. And the function words, which make up nearly half of what is written in a
language and are rare in others, and so tell most where a text is short.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from io import BytesIO
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import regex

from app.domain.document import Document
from app.domain.function_words import ENGLISH, function_words, listed
from app.domain.progress import CancelToken
from app.ingest.english_words import is_english

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

# Unlimited, the identifier takes plain Spanish for Extremaduran; these are languages that fact-checkers publish in.
LANGUAGES = (
    "af am ar bg bn bs ca cs da de el en es et fa fi fr gu he hi hr hu hy id it ja ka kn ko lt lv mk ml mr ms ne nl no "
    "pa pl pt ro ru si sk sl sq sr sv sw ta te th tl tr uk ur vi zh"
).split()
_SOLE = {
    "Greek": "el", "Thai": "th", "Hangul": "ko", "Hebrew": "he", "Georgian": "ka", "Armenian": "hy", "Tamil": "ta", "Telugu": "te",
    "Kannada": "kn", "Malayalam": "ml", "Gujarati": "gu", "Gurmukhi": "pa", "Bengali": "bn", "Ethiopic": "am", "Sinhala": "si",
}  # fmt: skip
_SHARED = {"Cyrillic": ("bg", "mk", "ru", "sr", "uk"), "Arabic": ("ar", "fa", "ur"), "Devanagari": ("hi", "mr", "ne")}
_ELSEWHERE = {*_SOLE.values(), *(code for codes in _SHARED.values() for code in codes if code != "sr"), "ja", "zh"}
_LATIN = tuple(code for code in LANGUAGES if code not in _ELSEWHERE)
_SCRIPTS = {name: regex.compile(rf"\p{{{name}}}") for name in (*_SOLE, *_SHARED, "Latin")}
_EAST_ASIAN = "East Asian"
_SCRIPTS[_EAST_ASIAN] = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]")
_KANA = regex.compile(r"[\p{Hiragana}\p{Katakana}]")
_WORD = regex.compile(r"[\p{L}\p{M}]+")
_TOGETHER = {"sh": ("bs", "hr", "sr"), "id": ("id", "ms")}
"""Languages that have one list of function words."""
_LEAST_LETTERS = 8
_LEAST_LETTERS_SHARED_SCRIPT = 5
_LEAST_LETTERS_OWN_SCRIPT = 2
_LEAST_CONFIDENCE = 0.55
_LEAST_AHEAD, _AHEAD = 0.45, 2.5
"""A share that is enough where it is so many times the next one's; chosen on half of Tatoeba's sentences, for no more wrong answers."""
_LEAST_ENGLISH = 0.15
_LONG = 4
"""Letters of the words that tell English by its list of words; the short ones are words of several languages."""
_KANA_SHARE = 0.1
_FUNCTION_WORD = 2.5
"""The log-odds that a function word speaks for its language: about 0.45 of the words there are such, and some 0.04 elsewhere."""
_ENOUGH = 4000
_LEAST_WORDS_OF_ANOTHER = 4
_SURELY_ANOTHER = 0.9
_SURELY_NOT = 0.02


@dataclass(frozen=True, slots=True)
class _Guess:
    """The likeliest language, "" where none can be told, and what each that was asked for has of the probability."""

    code: str
    shares: dict[str, float]

    @property
    def share(self) -> float:
        return self.shares.get(self.code, 0.0)


_NOTHING = _Guess("", {})
_LOADING = threading.Lock()


def _identifier() -> LanguageIdentifier:
    """The model, loaded once, whoever asks first."""
    with _LOADING:
        return _loaded()


@cache
def _loaded() -> LanguageIdentifier:
    from py3langid import langid, modelio

    with _in_memory(modelio):
        identifier = langid.LanguageIdentifier.from_model_file(langid.MODEL_FILE, norm_probs=True)
    identifier.set_languages(sorted(set(LANGUAGES) & set(identifier.labels)))
    return identifier


def _in_no_file(*, suffix: str) -> BytesIO:  # noqa: ARG001 -- called as the library calls its temporary file
    return BytesIO()


@contextmanager
def _in_memory(modelio: Any) -> Iterator[None]:
    """The library unpacks its 68 MB into a temporary file; here they pass through memory, so that a full disk stops nobody."""
    usual, modelio.tempfile = modelio.tempfile, SimpleNamespace(TemporaryFile=_in_no_file)
    try:
        yield
    finally:
        modelio.tempfile = usual


@cache
def _whose() -> dict[str, tuple[str, ...]]:
    """The languages of each function word."""
    found: dict[str, list[str]] = {word: ["en"] for word in ENGLISH}
    for code in listed():
        for word in {word for text in function_words(code) for word in _WORD.findall(text.casefold())}:
            found.setdefault(word, []).extend(_TOGETHER.get(code, (code,)))
    return {word: tuple(codes) for word, codes in found.items()}


def prepare() -> None:
    """Load the model, which takes most of a second, before the first text is there."""
    _identifier()


@contextmanager
def prepared_meanwhile() -> Iterator[None]:
    """Load the model beside what is done in this context, and wait for it at its end: unpacking it keeps one core busy, and no other."""
    reading = threading.Thread(target=prepare, name="language")
    reading.start()
    try:
        yield
    finally:
        reading.join()


def detect_language(text: str) -> str:
    """The BCP-47 code of `text`'s language, "" when the text is too short or fits none well.

    Looks at the first 4,000 characters; the answer is a function of the text alone.
    """
    guess = _guess(text[:_ENOUGH])
    return guess.code if guess.share >= _LEAST_CONFIDENCE else _doubtful(text[:_ENOUGH], guess)


def _doubtful(text: str, guess: _Guess) -> str:
    """English where all long words are listed there, the likeliest where it is far ahead of the next one, else ""."""
    if guess.shares.get("en", 0.0) >= _LEAST_ENGLISH and _listed_as_english(text):
        return "en"
    first, second = [*sorted(guess.shares.values(), reverse=True), 0.0, 0.0][:2]
    return guess.code if first >= max(_LEAST_AHEAD, _AHEAD * second) else ""


def _listed_as_english(text: str) -> bool:
    """Whether there are two long words or more, names in capitals aside, and all are English."""
    long = [word for word in _WORD.findall(text) if len(word) >= _LONG]
    said = [
        word.lower() for place, word in enumerate(long) if word.islower() or (place == 0 and text.lstrip().startswith(word.capitalize()))
    ]
    return len(said) >= 2 and all(map(is_english, said))


def in_language(document: Document, language: str, *, cancel: CancelToken | None = None) -> Document:
    """The document as one in this language, and its sentences in theirs. Raises Cancelled."""
    languages = sentence_languages([sentence.text for sentence in document.sentences], language, cancel=cancel)
    if language == document.language and all(own == sentence.language for own, sentence in zip(languages, document.sentences, strict=True)):
        return document
    sentences = tuple(replace(sentence, language=own) for sentence, own in zip(document.sentences, languages, strict=True))
    return replace(document, language=language, sentences=sentences)


def sentence_languages(texts: Sequence[str], language: str, *, cancel: CancelToken | None = None) -> list[str]:
    """The languages of a document's sentences, "" for the document's own `language`: another one only where that is sure. Raises
    Cancelled."""
    token, languages = cancel or CancelToken(), list[str]()
    for text in texts:
        token.check()
        languages.append(_other_language(text, language))
    return languages


def _other_language(text: str, language: str) -> str:
    words = _WORD.findall(text)
    guess = _guess(text[:_ENOUGH])
    if guess.code == language or guess.share < _SURELY_ANOTHER or guess.shares.get(language, 0.0) > _SURELY_NOT:
        return ""
    spaced = guess.code not in ("ja", "th", "zh")
    return "" if spaced and len(words) < _LEAST_WORDS_OF_ANOTHER else guess.code


def _guess(text: str) -> _Guess:
    letters = sum(map(str.isalpha, text))
    if letters < _LEAST_LETTERS_OWN_SCRIPT:
        return _NOTHING
    script = "Latin" if text.isascii() else _script(text)
    if script == _EAST_ASIAN:
        return _sure("ja" if _share_of_kana(text) >= _KANA_SHARE else "zh")
    if script in _SOLE:
        return _sure(_SOLE[script])
    codes = _SHARED.get(script, _LATIN if script == "Latin" else ())
    least = _LEAST_LETTERS_SHARED_SCRIPT if script in _SHARED else _LEAST_LETTERS
    return _told_apart(text, codes) if codes and letters >= least else _NOTHING


def _sure(code: str) -> _Guess:
    return _Guess(code, {code: 1.0})


def _script(text: str) -> str:
    """The script of most letters, "" where it is none that is known."""
    counts = {name: len(pattern.findall(text)) for name, pattern in _SCRIPTS.items()}
    most = max(counts, key=counts.__getitem__)
    return most if counts[most] * 2 >= sum(map(str.isalpha, text)) else ""


def _share_of_kana(text: str) -> float:
    return len(_KANA.findall(text)) / len(_SCRIPTS[_EAST_ASIAN].findall(text))


def _told_apart(text: str, codes: Sequence[str]) -> _Guess:
    """Letters and function words together. The identifier's own scale is kept: its probabilities are of log-likelihoods divided by the
    square root of the number of bytes, which is how sure it is of texts of any length."""
    scale = math.sqrt(len(text.encode("utf-8", "surrogatepass")))
    scores = {code: math.log(max(share, 1e-30)) for code, share in _identifier().rank(text) if code in codes}
    whose = _whose()
    for word in _WORD.findall(text.casefold()):
        for code in whose.get(word, ()):
            if code in scores:
                scores[code] += _FUNCTION_WORD / scale
    highest = max(scores.values())
    weights = {code: math.exp(score - highest) for code, score in scores.items()}
    total = sum(weights.values())
    best = max(weights, key=weights.__getitem__)
    return _Guess(best, {code: weight / total for code, weight in weights.items()})
