"""Normalisation of texts before models read them: removes spelling variation without meaning.

Networks react to a missing full stop, quotation marks around the whole text or a curly apostrophe. All texts are therefore
normalised before anything is computed; the display keeps the original. Caches are keyed by the normalised text, so a change of
these rules makes no cached value wrong.
"""

from __future__ import annotations

from functools import lru_cache

import regex

_STRAIGHT = str.maketrans(
    {**dict.fromkeys("‘’‚‛ʼ′`´", "'"), **dict.fromkeys("“”„‟«»″", '"')},
)
_BLANKS = regex.compile(r"[^\S\n]+")
_LINES = regex.compile(r"\s*\n\s*")
_WRAPPED = regex.compile(
    r"""(?:"(?P<inner>(?:[^"]|(?<=[\s(\[])"[^"]+")+)"|'(?P<inner>(?:[^']|'(?=\p{L})|"[^"]*")+)')[\s.]*""", regex.DOTALL
)
"""A text in one pair of quotation marks: none inside closes it, though others may open and close there."""
_LOWER, _UPPER = regex.compile(r"\p{Ll}"), regex.compile(r"\p{Lu}[\p{Lu}\p{M}'-]+\W+\p{Lu}")
_ENDED = regex.compile(r"""(?:[?!…。！？؟।]|[.?!…]["')\]]+)$""")


@lru_cache(maxsize=8192)
def normalised(text: str) -> str:
    """Return the text with straight quotation marks and apostrophes, single spaces, and a full stop if it ends without punctuation.

    Quotation marks around the whole text are removed, and a text in capitals is put in lower case. A text without a letter or digit
    is unchanged.
    """
    if not any(map(str.isalnum, text)):
        return text
    plain = _LINES.sub("\n", _BLANKS.sub(" ", text.translate(_STRAIGHT))).strip()
    while wrapped := _WRAPPED.fullmatch(plain):
        plain = wrapped["inner"].strip()
    if _UPPER.search(plain) and not _LOWER.search(plain):
        plain = plain.lower()
    return _with_one_end(plain)


def _with_one_end(text: str) -> str:
    if text.endswith("..."):
        return text
    unpunctuated = text.rstrip(" .\n")
    return unpunctuated if _ENDED.search(unpunctuated) else f"{unpunctuated}."
