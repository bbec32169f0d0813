"""Sentence frames, read from `frames/*.toml`, and their sentences for one draw of words.

In a template `{kind}` stands for a word of that list, `{kind.form}` for another form of it, `{kind2}` for another word of the
same list; `[a|b]` is one of the two, drawn anew each time. A frame lists

- `same`: ways to say one thing (A);
- `not`: exact denials, each the same as "A is not so";
- `contrary`: what excludes A and says more than its denial;
- `weaker`: what follows from A, without A following from it;
- `stronger`: A with more than A says, from which A follows;
- `beside`: near misses, which can be so or not whether A is so or not;
- `vary`: the kinds whose word can be another one, the rest being the same, to give one more near miss.
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
    """Templates by what they are to one another; `family` is the file's name. Every sixth frame is held back from training."""

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
    """All frames, in the order of the files' names."""
    found: list[Frame] = []
    for path in sorted(_FOLDER.glob("*.toml")):
        for told in tomllib.loads(path.read_text(encoding="utf-8"))["frame"]:
            parts = {key: tuple(told.get(key, ())) for key in ("same", "not", "contrary", "weaker", "stronger", "beside", "vary")}
            denials = parts.pop("not")
            found.append(Frame(told["name"], path.stem, len(found) % HELD_BACK == HELD_BACK - 1, denials=denials, **parts))
    return tuple(found)


def sentence(text: str) -> str:
    """With a capital letter and a full stop."""
    return text[0].upper() + text[1:] + ("" if text.endswith((".", "?", ".”")) else ".")


class Drawing:
    """One frame with its words drawn: words are drawn when a template first asks for them and stay."""

    def __init__(self, frame: Frame, chooser: random.Random, *, held_back: bool = False, words: dict[str, Forms] | None = None) -> None:
        self.frame = frame
        self._chooser = chooser
        self._held_back = held_back
        self._words = dict(words or {})

    def say(self, template: str) -> str:
        """The sentence, neither with a capital letter nor with a full stop (see `sentence`)."""
        while found := _CHOICE.search(template):
            template = template[: found.start()] + self._chooser.choice(found[1].split("|")) + template[found.end() :]
        text = _ARTICLE.sub(r"\1n ", _SLOT.sub(self._filled, template))
        return " ".join(text.split())

    def varied(self) -> Drawing | None:
        """The same with one word of `vary` drawn anew, for a near miss; None where nothing may vary."""
        at_hand = [kind for kind in self.frame.vary if kind in self._words]
        if not at_hand:
            return None
        slot = self._chooser.choice(at_hand)
        other = Drawing(self.frame, self._chooser, held_back=self._held_back, words=self._words)
        gone = other._words.pop(slot)
        return other if other._word(slot.rstrip("0123456789"), slot)[""] != gone[""] else None

    def words(self) -> dict[str, Forms]:
        """What was drawn so far, by slot."""
        return dict(self._words)

    def _word(self, kind: str, slot: str) -> Forms:
        if slot not in self._words:
            taken = {forms[""] for name, forms in self._words.items() if name.rstrip("0123456789") == kind}
            fresh = [draw(kind, self._chooser, held_back=self._held_back) for _ in range(12)]
            self._words[slot] = next((one for one in fresh if one[""] not in taken), fresh[0])
        return self._words[slot]

    def _filled(self, found: re.Match[str]) -> str:
        kind, number, form = found.groups()
        return self._word(kind, kind + number)[form or ""]
