"""Sentence frames, read from `frames/*.toml`, and their sentences for one draw of words.

In a template `{kind}` is a word of that list, `{kind.form}` for another form of it, `{kind2}` for another word of the
same list; `[a|b]` is one of the two, drawn anew each time. A frame lists

- `same`: ways to say one thing (A);
- `not`: exact denials, each the same as "A is not so";
- `contrary`: statements that exclude A and say more than its denial;
- `weaker`: statements that follow from A, but not the other way round;
- `stronger`: statements with more content, from which A follows;
- `beside`: near misses, which are true or false independently of A;
- `vary`: kinds with a word that can be replaced, which gives one more near miss.
"""

from __future__ import annotations

import random
import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from models.examples.minimal.numbers import Forms
from models.examples.minimal.words import HELD_BACK, draw

_FOLDER = Path(__file__).resolve().parent / "frames"
_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{(\w+?)(\d?)(?:\.([\w.]+))?\}")
_ARTICLE = re.compile(r"\b([Aa]) (?=[aeiouAEIOU](?!ne\b|ni))")


@dataclass(frozen=True, slots=True)
class Frame:
    """Templates by their relation to each other. `family` is the file's name. Every sixth frame is held back from training."""

    name: str
    family: str
    held_back: bool
    same: tuple[str, ...]
    denials: tuple[str, ...]
    contrary: tuple[str, ...]
    weaker: tuple[str, ...]
    stronger: tuple[str, ...]
    beside: tuple[str, ...]
    vary: tuple[str, ...]


@lru_cache
def frames() -> tuple[Frame, ...]:
    """Return all frames, in the order of the files' names."""
    result: list[Frame] = []
    for path in sorted(_FOLDER.glob("*.toml")):
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["frame"]:
            parts = {key: tuple(entry.get(key, ())) for key in ("same", "not", "contrary", "weaker", "stronger", "beside", "vary")}
            denials = parts.pop("not")
            result.append(Frame(entry["name"], path.stem, len(result) % HELD_BACK == HELD_BACK - 1, denials=denials, **parts))
    return tuple(result)


def sentence(text: str) -> str:
    """Return the text with a capital letter and a full stop."""
    return text[0].upper() + text[1:] + ("" if text.endswith((".", "?", ".”")) else ".")


class Drawing:
    """A frame with drawn words. A word is drawn when a template first needs it, and then stays."""

    def __init__(self, frame: Frame, chooser: random.Random, *, held_back: bool = False, words: dict[str, Forms] | None = None) -> None:
        self.frame = frame
        self._chooser = chooser
        self._held_back = held_back
        self._words = dict(words or {})

    def say(self, template: str) -> str:
        """Return the sentence for a template, without capital letter and full stop (see `sentence`)."""
        while match := _CHOICE.search(template):
            template = template[: match.start()] + self._chooser.choice(match[1].split("|")) + template[match.end() :]
        text = _ARTICLE.sub(r"\1n ", _SLOT.sub(self._filled, template))
        return " ".join(text.split())

    def varied(self) -> Drawing | None:
        """Return the drawing with one word of `vary` drawn anew, for a near miss; None if nothing may vary."""
        drawn_kinds = [kind for kind in self.frame.vary if kind in self._words]
        if not drawn_kinds:
            return None
        slot = self._chooser.choice(drawn_kinds)
        other = Drawing(self.frame, self._chooser, held_back=self._held_back, words=self._words)
        replaced = other._words.pop(slot)
        return other if other._word(slot.rstrip("0123456789"), slot)[""] != replaced[""] else None

    def words(self) -> dict[str, Forms]:
        """Return the drawn words by slot."""
        return dict(self._words)

    def _word(self, kind: str, slot: str) -> Forms:
        if slot not in self._words:
            used_words = {forms[""] for name, forms in self._words.items() if name.rstrip("0123456789") == kind}
            draws = [draw(kind, self._chooser, held_back=self._held_back) for _ in range(12)]
            self._words[slot] = next((candidate for candidate in draws if candidate[""] not in used_words), draws[0])
        return self._words[slot]

    def _filled(self, match: re.Match[str]) -> str:
        kind, number, form = match.groups()
        return self._word(kind, kind + number)[form or ""]
