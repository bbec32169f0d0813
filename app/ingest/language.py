"""Language identification among the supported languages; a text that is too short or too ambiguous is unknown ("").

It combines three signals. The script settles the language if only one supported language is written in it, and otherwise limits the
candidates. The letters are scored by py3langid's naive Bayes over bytes. The function words make up nearly half of a text and are
rare in other languages, so they tell most about short texts.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

import numpy as np
import regex
from numpy.typing import NDArray

from app.domain.document import Document
from app.domain.progress import CancelToken
from app.ingest.english_words import is_english
from app.ingest.language_codes import LANGUAGES
from app.ingest.language_model import load_model
from app.ingest.language_words import WORD, function_words_of

# With all its languages, the identifier takes plain Spanish for Extremaduran; these are the ones that fact-checkers publish in.
_LANGUAGE_OF_SCRIPT = {
    "Greek": "el", "Thai": "th", "Hangul": "ko", "Hebrew": "he", "Georgian": "ka", "Armenian": "hy", "Tamil": "ta", "Telugu": "te",
    "Kannada": "kn", "Malayalam": "ml", "Gujarati": "gu", "Gurmukhi": "pa", "Bengali": "bn", "Ethiopic": "am", "Sinhala": "si",
}  # fmt: skip
# Scripts of several supported languages; Serbian is also written in Latin letters.
_LANGUAGES_OF_SCRIPT = {"Cyrillic": ("bg", "mk", "ru", "sr", "uk"), "Arabic": ("ar", "fa", "ur"), "Devanagari": ("hi", "mr", "ne")}
_NOT_LATIN = {
    *_LANGUAGE_OF_SCRIPT.values(),
    *(code for codes in _LANGUAGES_OF_SCRIPT.values() for code in codes if code != "sr"),
    "ja",
    "zh",
}
_LATIN_LANGUAGES = tuple(code for code in LANGUAGES if code not in _NOT_LATIN)
_SCRIPT_PATTERNS = {name: regex.compile(rf"\p{{{name}}}") for name in (*_LANGUAGE_OF_SCRIPT, *_LANGUAGES_OF_SCRIPT, "Latin")}
_EAST_ASIAN = "East Asian"
_SCRIPT_PATTERNS[_EAST_ASIAN] = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]")
_KANA = regex.compile(r"[\p{Hiragana}\p{Katakana}]")
_ASCII_LETTER = regex.compile("[A-Za-z]")
# Letters needed, by how many supported languages share the script: fewer if fewer languages compete.
_MIN_LETTERS = 8
_MIN_LETTERS_SHARED_SCRIPT = 5
_MIN_LETTERS_OWN_SCRIPT = 2
_MIN_SHARE = 0.55
# A lower share is enough if it is this many times the runner-up's. Chosen on half of Tatoeba's sentences, so that no more answers
# are wrong.
_MIN_LEADING_SHARE, _MIN_LEAD = 0.45, 2.5
_MIN_ENGLISH_SHARE = 0.15
# Only words of this many letters are looked up in the English word list; shorter ones are words of several languages.
_MIN_WORD_LETTERS = 4
_MIN_KANA_SHARE = 0.1
# Log-odds that a function word adds to its language: they are about 0.45 of its words, and some 0.04 of other languages'.
_FUNCTION_WORD_LOG_ODDS = 2.5
_MAX_CHARACTERS = 4000
_MIN_WORDS_OF_OTHER = 4
# A sentence gets another language than its document only above the first share, with less than the second for the document's.
_MIN_OTHER_SHARE = 0.9
_MAX_DOCUMENT_SHARE = 0.02


_load = partial(load_model, tuple(LANGUAGES))
# Sentences identified in one batch.
_BATCH_SIZE = 256


def prepare() -> None:
    """Load the model, which takes most of a second, before the first text is read."""
    _load()


@contextmanager
def prepared_meanwhile() -> Iterator[None]:
    """Load the model in a thread while the code in this context runs, and wait for it at the end. Unpacking keeps only one core
    busy."""
    reading = threading.Thread(target=prepare, name="language")
    reading.start()
    try:
        yield
    finally:
        reading.join()


def detect_language(text: str) -> str:
    """Return the BCP-47 code of `text`'s language, "" if the text is too short or fits none well.

    Reads the first 4,000 characters; the result depends only on the text.
    """
    text = text[:_MAX_CHARACTERS]
    codes = _codes_of_script(text)
    if len(codes) < 2:
        return "".join(codes)
    shares = dict(zip(codes, _shares([text], codes)[0].tolist(), strict=True))
    first, second = sorted(shares, key=shares.__getitem__, reverse=True)[:2]
    if shares[first] >= _MIN_SHARE:
        return first
    if shares.get("en", 0.0) >= _MIN_ENGLISH_SHARE and _is_clearly_english(text):
        return "en"
    return first if shares[first] >= max(_MIN_LEADING_SHARE, _MIN_LEAD * shares[second]) else ""


def _is_clearly_english(text: str) -> bool:
    """Return True if the text has at least two long words, apart from names in capitals, and all are English."""
    long_words = [word for word in WORD.findall(text) if len(word) >= _MIN_WORD_LETTERS]
    lower_words = [
        word.lower()
        for index, word in enumerate(long_words)
        if word.islower() or (index == 0 and text.lstrip().startswith(word.capitalize()))
    ]
    return len(lower_words) >= 2 and all(map(is_english, lower_words))


def in_language(document: Document, language: str, *, cancel: CancelToken | None = None) -> Document:
    """Return the document with this language, and its sentences' languages identified anew. Raises Cancelled."""
    languages = sentence_languages([sentence.text for sentence in document.sentences], language, cancel=cancel)
    if language == document.language and all(
        sentence_language == sentence.language for sentence_language, sentence in zip(languages, document.sentences, strict=True)
    ):
        return document
    sentences = tuple(
        replace(sentence, language=sentence_language) for sentence, sentence_language in zip(document.sentences, languages, strict=True)
    )
    return replace(document, language=language, sentences=sentences)


def sentence_languages(texts: Sequence[str], language: str, *, cancel: CancelToken | None = None) -> list[str]:
    """Return the language of each sentence of a document: "" for its own `language`, another one only if it is certain. Raises
    Cancelled."""
    token, languages = cancel or CancelToken(), list[str]()
    for start in range(0, len(texts), _BATCH_SIZE):
        token.check()
        languages += _other_languages(texts[start : start + _BATCH_SIZE], language)
    return languages


def _other_languages(texts: Sequence[str], language: str) -> Iterator[str]:
    """Yield for each text the language that it certainly has instead of `language`, "" if there is none."""
    beginnings = [text[:_MAX_CHARACTERS] for text in texts]
    of_script = list(map(_codes_of_script, beginnings))
    detected = ["".join(codes) if len(codes) == 1 and language not in codes else "" for codes in of_script]
    for codes in {codes for codes in of_script if len(codes) > 1}:
        indices = [index for index, text_codes in enumerate(of_script) if text_codes == codes]
        shares = _shares([beginnings[index] for index in indices], codes)
        sure = shares.max(axis=1) >= _MIN_OTHER_SHARE
        if language in codes:
            sure &= shares[:, codes.index(language)] <= _MAX_DOCUMENT_SHARE
        for row in np.flatnonzero(sure).tolist():
            detected[indices[row]] = codes[int(shares[row].argmax())]
    for text, other in zip(texts, detected, strict=True):
        # Languages without spaces give no word count to judge by.
        unspaced = other in ("ja", "th", "zh")
        yield other if unspaced or (other and len(WORD.findall(text)) >= _MIN_WORDS_OF_OTHER) else ""


def _codes_of_script(text: str) -> tuple[str, ...]:
    """Return the languages written in the script of most letters; empty for too few letters or an unknown script."""
    letters = sum(map(str.isalpha, text))
    if letters < _MIN_LETTERS_OWN_SCRIPT:
        return ()
    script = "Latin" if text.isascii() else _script(text, letters)
    if script == _EAST_ASIAN:
        return ("ja",) if _kana_share(text) >= _MIN_KANA_SHARE else ("zh",)
    if script in _LANGUAGE_OF_SCRIPT:
        return (_LANGUAGE_OF_SCRIPT[script],)
    if script in _LANGUAGES_OF_SCRIPT:
        return _LANGUAGES_OF_SCRIPT[script] if letters >= _MIN_LETTERS_SHARED_SCRIPT else ()
    return _LATIN_LANGUAGES if script == "Latin" and letters >= _MIN_LETTERS else ()


def _script(text: str, letters: int) -> str:
    """Return the script of at least half of the `letters`, "" if it is unknown."""
    if len(_ASCII_LETTER.findall(text)) * 2 > len(text):
        return "Latin"
    counts = {name: len(pattern.findall(text)) for name, pattern in _SCRIPT_PATTERNS.items()}
    likeliest = max(counts, key=counts.__getitem__)
    return likeliest if counts[likeliest] * 2 >= letters else ""


def _kana_share(text: str) -> float:
    return len(_KANA.findall(text)) / len(_SCRIPT_PATTERNS[_EAST_ASIAN].findall(text))


def _shares(texts: Sequence[str], codes: Sequence[str]) -> NDArray[np.float64]:
    """Return the probability of each of the `codes` (columns) for each text (rows), from letters and function words combined."""
    model = _load()
    columns = [model.codes.index(code) for code in codes]
    scale = np.sqrt([[len(text.encode("utf-8", "surrogatepass"))] for text in texts])
    scores = (
        model.log_shares(texts)[:, columns] + function_words_of(model.codes).counts(texts)[:, columns] * _FUNCTION_WORD_LOG_ODDS / scale
    )
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: NDArray[np.float64] = weights / weights.sum(axis=1, keepdims=True)
    return shares
