"""Blank out stage directions: (APPLAUSE), [Laughter], [inaudible] are displayed but contain nothing to check."""

from __future__ import annotations

import re

_BRACKETED = re.compile(r"[(\[{]([^()\[\]{}\n]{1,80})[)\]}]")
_WHOLE_PARAGRAPH = re.compile(r"[(\[{][^()\[\]{}]{1,120}[)\]}]\s*\.?")
# Double brackets: [[inaudible]].
_DOUBLE_BRACKETS = re.compile(r"\[\[[^\[\]\n]{1,60}\]\]")
_SUNG = re.compile(r"♪[^♪\n]{1,300}♪|[♪♫]+")
# Not next to another mark or a word, which would be Markdown or a hashtag.
_STARRED = re.compile(r"(?<![*#\w])([*#])(?P<inside>[^*#\n]{1,120})\1(?![*#\w])")
_CAPTION_SOUND = re.compile(r"\[[^\[\]\d\n]{1,80}\]|\((?:[^\W\dA-Z_]+[ ,]?\s?){1,4}\)")
_DIRECTION_START = re.compile(
    r"applau|laugh|cheer|cross-?\s?talk|inaudible|unintelligible|indiscernible|indistinct|music\b|boo(s|ing|ed)?\b|chant|silence|paus(e|es|ing)\b"
    r"|cough|sigh|gavel|off-?(mike|mic)\b|foreign language|speak(s|ing)\b|singing|(audience|crowd)\b.|phonetic|technical"
    r"|aplauso|risas?\b|risos\b|applaud|rires?\b|beifall|applaus|gelächter|lachen|heiterkeit|zuruf|applausi|risate|música|musique|musik"
    r"|तालिय|हँसी|हंसी|تصفيق|ضحك",
    re.IGNORECASE,
)


def is_sound_description(inside: str) -> bool:
    """Return True if bracketed text begins as stage directions do in many languages: applause, laughter, inaudible words."""
    return bool(_DIRECTION_START.match(inside.strip("♪ *")))


def _is_direction(inside: str) -> bool:
    words = inside.split()
    if _DIRECTION_START.match(inside.strip("♪ *")) and len(words) <= 6:
        return True
    # "(BEGIN VIDEO CLIP)" is a direction, "(NATO)" an abbreviation.
    return len(words) >= 2 and inside.isupper() and not any(character.isdigit() for character in inside)


def _starred(match: re.Match[str]) -> str:
    """Blank sounds and songs in asterisks or number signs ("* Musik *", "# … #"), as in subtitles for the deaf."""
    inside = match["inside"]
    apart = inside[0].isspace() and inside[-1].isspace()
    return " " * len(match[0]) if apart or _is_direction(inside) else match[0]


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def blank_stage_directions(text: str, *, captions: bool = False) -> str:
    """Replace every stage direction by spaces of the same length, so that offsets do not change.

    In `captions`, lyrics and sounds in brackets count as well.
    """
    if captions:
        text = _STARRED.sub(_starred, _CAPTION_SOUND.sub(_blank, _SUNG.sub(_blank, text)))
    if not ("(" in text or "[" in text or "{" in text):
        return text
    # A paragraph of only brackets in capitals is a direction even with one word: "(APPLAUSE)".
    alone = _WHOLE_PARAGRAPH.fullmatch(text.strip())
    if alone and (text.isupper() or _is_direction(text.strip().strip("()[]{}. "))):
        return " " * len(text)
    text = _DOUBLE_BRACKETS.sub(_blank, text)
    return _BRACKETED.sub(lambda match: " " * len(match[0]) if _is_direction(match[1]) else match[0], text)
