"""A catalogue that puts brackets around every text, to find texts that are shown without translation."""

from __future__ import annotations

import gettext
import re

_INSIDE = re.compile(r"⟦[^⟦⟧]*⟧")
_WORD = re.compile(r"[A-Za-z]{3,}")


class Bracketed(gettext.NullTranslations):
    """Returns every text in ⟦brackets⟧, so that a text without them was never translated."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"

    def pgettext(self, context: str, message: str) -> str:
        return f"⟦{message}⟧"


def untranslated(text: str) -> bool:
    """Return True if words are outside of all brackets."""
    while _INSIDE.search(text):
        text = _INSIDE.sub("", text)
    return bool(_WORD.search(text))
