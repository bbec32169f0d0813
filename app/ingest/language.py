"""Which language a text is in, among those the program supports; too short or too doubtful a text is unknown ("")."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

# Unlimited, the identifier takes plain Spanish for Extremaduran; these are languages that fact-checkers publish in.
LANGUAGES = (
    "af am ar bg bn bs ca cs da de el en es et fa fi fr gu he hi hr hu hy id it ja ka kn ko lt lv mk ml mr ms ne nl no "
    "pa pl pt ro ru si sk sl sq sr sv sw ta te th tl tr uk ur vi zh"
).split()
_LEAST_LETTERS = 20
_LEAST_LETTERS_OWN_SCRIPT = 5
_LEAST_CONFIDENCE = 0.55
_ENOUGH = 4000


@cache
def _identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(sorted(set(LANGUAGES) & set(identifier.labels)))
    return identifier


def prepare() -> None:
    """Load the model, which takes most of a second, before the first text is there."""
    _identifier()


def detect_language(text: str) -> str:
    """The BCP-47 code of `text`'s language, "" when the text is too short or fits none well.

    Looks at the first 4,000 characters; the answer is a function of the text alone.
    """
    sample = text[:_ENOUGH]
    letters = [character for character in sample if character.isalpha()]
    latin = sum(character < "\u0250" for character in letters)
    least = _LEAST_LETTERS if latin * 2 > len(letters) else _LEAST_LETTERS_OWN_SCRIPT
    if len(letters) < least:
        return ""
    code, confidence = _identifier().classify(sample)
    return str(code) if confidence >= _LEAST_CONFIDENCE else ""
