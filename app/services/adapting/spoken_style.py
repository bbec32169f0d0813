"""Rewrites a statement as speech in a debate or an interview: spoken beginnings, the first person, part of a longer sentence."""

from __future__ import annotations

import random

import regex

from app.services.adapting.phrases import OPENERS, SPOKEN_LEADS, SPOKEN_TAILS

_SCALES = ((1e12, "trillion"), (1e9, "billion"), (1e6, "million"))
_LONG_NUMBER = regex.compile(r"(?P<sign>\$?)(?P<digits>\p{Nd}{1,3}(?:,\p{Nd}{3}){2,})(?![\p{Nd}.,])")
_DECIMAL = regex.compile(r"(?<![\p{Nd}.,])(?P<whole>\p{Nd}{1,3})\.(?P<rest>\p{Nd}+)(?=\s*(?:%|percent|per cent|million|billion|trillion))")
_THIRD = regex.compile(r"\b(?:he|she|they)\b", regex.IGNORECASE)
_THEIRS = regex.compile(r"\b(?:his|their)\b", regex.IGNORECASE)


def spoken(text: str, *, author: str, rng: random.Random) -> str:
    """Return the statement as English speech; every number stays, though "%" may become a word."""
    if rng.random() < 0.4:
        text = _of_oneself(text, author, rng)
    if rng.random() < 0.5:
        text = text.replace("%", " percent").replace("  ", " ")
    text = text.replace('"', "") if rng.random() < 0.7 else text
    if rng.random() < 0.5:
        text = f"{rng.choice(SPOKEN_LEADS)} {_lowered(text)}"
    if rng.random() < 0.25:
        text = f"{text.rstrip(' .!?')}, {rng.choice(SPOKEN_TAILS)}"
    if rng.random() < 0.15:
        text = _stammered(text, rng)
    return text.lower() if rng.random() < 0.15 else text


def rounded(text: str, rng: random.Random) -> str:
    """Return the text with numbers as people remember them: 1,234,567 as over 1.2 million, 23.7 percent as about 24."""

    def scaled(match: regex.Match[str]) -> str:
        value = float(match["digits"].replace(",", ""))
        scale, name = next((entry for entry in _SCALES if value >= entry[0]), (1.0, ""))
        return f"{rng.choice(('about ', 'over ', 'almost ', ''))}{match['sign']}{value / scale:.2g} {name}" if name else match[0]

    text = _LONG_NUMBER.sub(scaled, text)
    return _DECIMAL.sub(lambda match: f"{rng.choice(('about ', 'nearly ', ''))}{round(float(match[0]))}", text)


def _of_oneself(text: str, author: str, rng: random.Random) -> str:
    """Return the text with the author's own name, or the first pronoun, as "I" or "we"; another's name as "he" or "she"."""
    pronoun = "I" if rng.random() < 0.6 else "we"
    surname = author.rsplit(maxsplit=1)[-1] if author else ""
    if surname and surname in text:
        return regex.sub(rf"(?:\b[\p{{Lu}}][\p{{L}}.]*\s+)*{regex.escape(surname)}\b(?!['’])", pronoun, text, count=1)
    changed = _THIRD.sub(pronoun, text, count=1)
    return _THEIRS.sub("my" if pronoun == "I" else "our", changed, count=1)


def _lowered(text: str) -> str:
    """Return the text without its initial capital, unless that begins a name or an abbreviation."""
    first = text.split(" ", 1)[0]
    plain = first[:1] + first[1:].lower() == first and first.lower() in OPENERS
    return first.lower() + text[len(first) :] if plain else text


def _stammered(text: str, rng: random.Random) -> str:
    """Return the text with one word repeated."""
    words = text.split(" ")
    indexes = [index for index, word in enumerate(words) if word.isalpha()]
    if indexes:
        index = rng.choice(indexes)
        words.insert(index, words[index])
    return " ".join(words)
