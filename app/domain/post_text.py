"""Text of posts without platform decoration, for search and for detecting copies."""

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
    """Return the text of a post on one line, without "RT @name:", leading mentions, links and invisible characters; hashtags become
    words.

    "" if nothing is left.
    """
    plain_text = _UNSEEN.sub("", text)
    plain_text = _ANSWERED.sub("", _PASSED_ON.sub("", plain_text))
    plain_text = _TAG.sub(lambda tag: _HUMP.sub(" ", tag.group(1)), _LINK.sub(" ", plain_text))
    return " ".join(plain_text.split())


def same_form(text: str) -> str:
    """Return the form that copies of a post share: letters, marks and digits of its cleaned text without case; for a text without
    any (only emoji), the characters themselves."""
    folded = unicodedata.normalize("NFKC", cleaned(text)).casefold()
    spaced = "".join(sign if unicodedata.category(sign)[0] in "LNM" else " " for sign in folded)
    return " ".join(spaced.split()) or folded or text.strip()
