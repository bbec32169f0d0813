"""Wordings of generated posts that affirm a sentence, deny it, or name another.

They differ from those of `models.examples`, on which the stance was trained, and no rule of the program matches them.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from models.examples.alter import STARTERS

Wording = Callable[[str], str]
_STARTERS = frozenset("although according during following lacking often older through throughout while".split())

SAID: tuple[Wording, ...] = (
    lambda text: f"TIL that {_inside(text)}.",
    lambda text: f"For the quiz tonight: {text}",
    lambda text: f"{text} It says so in every book that I own.",
    lambda text: f"Fun fact 🤓 {text}",
    lambda text: f"my teacher drilled it into us: {_inside(text)}",
    lambda text: f"{_bare(text)}, and I have the source to show for it.",
    lambda text: f"ok so {_inside(text)}, got it",
    lambda text: f"Spent the afternoon in the library. {text} Now you know, too. #history",
    lambda text: f"@gull_and_quill yes of course, {_inside(text)}",
    lambda text: f"People, it is simple!! {text}",
)
DENIED: tuple[Wording, ...] = (
    lambda text: f"“{_bare(text)}”? Not according to any source that I have read.",
    lambda text: f"I keep reading that {_inside(text)}. It's nonsense.",
    lambda text: f"Whoever tells you that {_inside(text)} has not done the reading.",
    lambda text: f"{_bare(text)}?? lol no",
    lambda text: f"Sorry, but it is a legend that {_inside(text)}.",
    lambda text: f"Please stop repeating that {_inside(text)}. It was disproved long ago.",
    lambda text: f"The page says: “{text}” The page is wrong and I have asked them to correct it.",
    lambda text: f"No, no and no. It isn't so that {_inside(text)}.",
)
CORRECTED: tuple[Callable[[str, str], str], ...] = (
    lambda text, wrong: f"Not {wrong}! {text}",
    lambda text, wrong: f"no, not {wrong}: {_inside(text)}",
    lambda text, wrong: f"{text} So it was not {wrong}, whatever the others post here.",
    lambda text, wrong: f"Everybody answers “{wrong}”, and that's a mistake. {text}",
    lambda text, wrong: f"{_bare(text)} – and not {wrong}, as I had to read again today 🙄",
)
ASKED: tuple[Wording, ...] = (
    lambda text: f"Can someone confirm that {_inside(text)}?",
    lambda text: f"Homework help please: is it right that {_inside(text)}?",
    lambda text: f"Wondering if {_inside(text)}. No idea myself.",
)
"""Wordings that take no side."""


def sample(wordings: tuple[Wording, ...], count: int, chooser: random.Random) -> list[Wording]:
    """Return `count` different wordings."""
    return chooser.sample(wordings, count)


def _bare(text: str) -> str:
    return text.rstrip(". ")


def _inside(text: str) -> str:
    """Return the text as part of a longer sentence: no full stop, and a small first letter unless a name begins it."""
    is_common = text.split(" ", 1)[0].casefold().rstrip(",") in STARTERS | _STARTERS
    return _bare(text[0].lower() + text[1:] if is_common else text)
