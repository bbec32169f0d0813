"""Stage directions: (APPLAUSE), [Laughter], [inaudible] are shown with the text but are nothing to check."""

from __future__ import annotations

import re

_BRACKETED = re.compile(r"[(\[{]([^()\[\]{}\n]{1,80})[)\]}]")
_ALONE = re.compile(r"[(\[{][^()\[\]{}]{1,120}[)\]}]\s*\.?")
_MARK = re.compile(r"\[\[[^\[\]\n]{1,60}\]\]")
_SUNG = re.compile(r"♪[^♪\n]{1,300}♪|[♪♫]+")
_STARRED = re.compile(r"(?<![*#\w])([*#])(?P<inside>[^*#\n]{1,120})\1(?![*#\w])")
_SOUND = re.compile(r"\[[^\[\]\d\n]{1,80}\]|\((?:[^\W\dA-Z_]+[ ,]?\s?){1,4}\)")
_FIRST_WORD = re.compile(
    r"applau|laugh|cheer|cross-?\s?talk|inaudible|unintelligible|indiscernible|indistinct|music\b|boo(s|ing|ed)?\b|chant|silence|paus(e|es|ing)\b"
    r"|cough|sigh|gavel|off-?(mike|mic)\b|foreign language|speak(s|ing)\b|singing|(audience|crowd)\b.|phonetic|technical"
    r"|aplauso|risas?\b|risos\b|applaud|rires?\b|beifall|applaus|gelächter|lachen|heiterkeit|zuruf|applausi|risate|música|musique|musik"
    r"|तालिय|हँसी|हंसी|تصفيق|ضحك",
    re.IGNORECASE,
)


def is_sound(inside: str) -> bool:
    """Return True if what stands in brackets begins as the directions of many languages do: applause, laughter, what nobody understood."""
    return bool(_FIRST_WORD.match(inside.strip("♪ *")))


def _is_direction(inside: str) -> bool:
    words = inside.split()
    if _FIRST_WORD.match(inside.strip("♪ *")) and len(words) <= 6:
        return True
    # "(BEGIN VIDEO CLIP)" is a direction, "(NATO)" an abbreviation.
    return len(words) >= 2 and inside.isupper() and not any(character.isdigit() for character in inside)


def _starred(found: re.Match[str]) -> str:
    """ "* Musik *", "# … #": sounds and songs, as subtitles for the deaf write them; "*never*" is only stressed."""
    inside = found["inside"]
    apart = inside[0].isspace() and inside[-1].isspace()
    return " " * len(found[0]) if apart or _is_direction(inside) else found[0]


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def blank_directions(text: str, *, captions: bool = False) -> str:
    """`text` with every stage direction turned into as many spaces, so that offsets stay what they were.

    In `captions`, what is sung and every sound in brackets is one.
    """
    if captions:
        text = _STARRED.sub(_starred, _SOUND.sub(_blank, _SUNG.sub(_blank, text)))
    if not ("(" in text or "[" in text or "{" in text):
        return text
    alone = _ALONE.fullmatch(text.strip())
    if alone and (text.isupper() or _is_direction(text.strip().strip("()[]{}. "))):
        return " " * len(text)
    text = _MARK.sub(_blank, text)
    return _BRACKETED.sub(lambda found: " " * len(found[0]) if _is_direction(found[1]) else found[0], text)
