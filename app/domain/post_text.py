"""A post's words without what platforms wrap around them: what is searched in, and by what copies of a post are known."""

from __future__ import annotations

import re
import unicodedata

_PASSED_ON = re.compile(r"^\s*(?:RT|MT)\s+@[\w.@-]+:?\s*", re.IGNORECASE)
_ANSWERED = re.compile(r"^\s*\.?@[\w.@-]+(?:\s+\.?@[\w.@-]+)*[:,]?\s+")
_LINK = re.compile(r"(?:https?://|www\.)\S+|\b(?:t\.co|bit\.ly|pic\.twitter\.com|youtu\.be)/\S+", re.IGNORECASE)
_TAG = re.compile(r"[#＃](\w+)")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=\d)|_+")
_UNSEEN = re.compile("[\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufe0e\ufe0f\ufeff]")


def cleaned(text: str) -> str:
    """The words of a post on one line: without "RT @name:", the names it answers to, links and unseen signs; hashtags become words.

    "" where nothing else is there.
    """
    shown = _UNSEEN.sub("", text)
    shown = _ANSWERED.sub("", _PASSED_ON.sub("", shown))
    shown = _TAG.sub(lambda tag: _HUMP.sub(" ", tag.group(1)), _LINK.sub(" ", shown))
    return " ".join(shown.split())


def same_form(text: str) -> str:
    """What copies of a post have in common: letters, marks and digits of its cleaned words, whatever their case; where it has
    none (emoji alone), the signs themselves."""
    folded = unicodedata.normalize("NFKC", cleaned(text)).casefold()
    spaced = "".join(sign if unicodedata.category(sign)[0] in "LNM" else " " for sign in folded)
    return " ".join(spaced.split()) or folded or text.strip()
