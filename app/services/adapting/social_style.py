"""Rewrites a statement as a social media post: chatty beginnings, hashtags, mentions, links, a signature, hasty typing, cut off."""

from __future__ import annotations

import random
import string
from collections.abc import Callable

import regex

from app.services.adapting.phrases import FIRST_NAMES, LAST_NAMES, MONTHS, POST_LEADS, POST_TAILS, SHORT_FORMS, SIGNS
from app.services.adapting.texts import NUMBER, names

_HASTY = 0.3
_LONGEST = 280


def posted(text: str, *, author: str, more: str, rng: random.Random, english: bool) -> str:
    """Return the statement as a post. `more` is another sentence of the same story ("" for none); every number stays.

    English phrases are only added to English texts.
    """
    body = _in_haste(text, rng, english=english)
    parts = [_tagged(body, rng)]
    if english and rng.random() < 0.3:
        parts.insert(0, rng.choice(POST_LEADS))
    if more and rng.random() < 0.3:
        parts.insert(rng.randrange(2), more)
    if english and rng.random() < 0.25:
        parts.append(rng.choice(POST_TAILS))
    if rng.random() < 0.12:
        parts.append("".join(rng.choices(SIGNS, k=rng.randint(1, 3))))
    if rng.random() < 0.15:
        parts.insert(0 if rng.random() < 0.5 else len(parts), "@" + _handle(rng))
    if rng.random() < 0.4:
        parts.append(_link(rng))
    if rng.random() < 0.45:
        parts.append(_signature(author, rng, english=english))
    return " ".join(part for part in parts if part)


def _in_haste(text: str, rng: random.Random, *, english: bool) -> str:
    """Return the text as typed in haste: case, full stops, short forms, one typing error. A long text is cut where no number is
    lost."""
    changes: tuple[tuple[float, Callable[[str], str]], ...] = (
        (0.25, lambda post: post.lower()),
        (0.06, lambda post: post.upper()),
        (0.4, lambda post: post.rstrip(".")),
        (_HASTY if english else 0.0, lambda post: _shortened(post, rng)),
        (_HASTY, lambda post: with_typo(post, rng)),
        (0.15, lambda post: post + rng.choice("!?…")),
    )
    for chance, change in changes:
        if rng.random() < chance:
            text = change(text)
    if len(text) > _LONGEST:
        cut = text[: text.rfind(" ", 0, _LONGEST)]
        text = cut + "…" if len(NUMBER.findall(cut)) == len(NUMBER.findall(text)) else text
    return text


def _shortened(text: str, rng: random.Random) -> str:
    return " ".join(SHORT_FORMS[word.lower()] if word.lower() in SHORT_FORMS and rng.random() < 0.6 else word for word in text.split(" "))


def with_typo(text: str, rng: random.Random) -> str:
    """Return the text with one typing error in a longer word: two letters swapped, or one missing; never in a number."""
    words = text.split(" ")
    indexes = [index for index, word in enumerate(words) if len(word) > 4 and word.isalpha()]
    if not indexes:
        return text
    index = rng.choice(indexes)
    word = words[index]
    at = rng.randrange(1, len(word) - 2)
    words[index] = word[:at] + word[at + 1] + word[at] + word[at + 2 :] if rng.random() < 0.5 else word[:at] + word[at + 1 :]
    return " ".join(words)


def _tagged(text: str, rng: random.Random) -> str:
    """Return the text with one name as a hashtag or a handle."""
    mentioned = [name for name in names(text) if name in text]
    if mentioned and rng.random() < 0.3:
        name = rng.choice(mentioned)
        joined = regex.sub(r"[^\p{L}\p{N}]", "", name)
        return text.replace(name, ("@" if rng.random() < 0.3 else "#") + joined, 1)
    return text


def _signature(author: str, rng: random.Random, *, english: bool) -> str:
    """Return the end of an embedded post: name, handle and day, of the author or of anyone."""
    is_author = author and len(author) < 40 and rng.random() < 0.6
    name = author if is_author else f"{rng.choice(FIRST_NAMES)} {rng.choice(LAST_NAMES)}"
    handle = regex.sub(r"[^\p{L}\p{N}]", "", name) if is_author else _handle(rng)
    day = f" {rng.choice(MONTHS)} {rng.randint(1, 28)}, {rng.randint(2009, 2026)}" if english else ""
    return f"— {name} (@{handle[:15] or 'user'}){day}"


def _handle(rng: random.Random) -> str:
    return rng.choice(FIRST_NAMES) + rng.choice(("", "_")) + rng.choice((rng.choice(LAST_NAMES), str(rng.randint(1, 99))))


def _link(rng: random.Random) -> str:
    code = "".join(rng.choices(string.ascii_letters + string.digits, k=10))
    return ("pic.twitter.com/" if rng.random() < 0.4 else "https://t.co/") + code
