"""Stance pairs from the frames: a premise with a hypothesis that agrees, one that disagrees, and a near miss.

Lead-ins and words of denial occur with every label equally, so they reveal nothing by themselves.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from models.examples.minimal.frames import Drawing, Frame, frames, sentence
from models.examples.minimal.speech import denied, spoken
from models.examples.polarity import NEUTRAL, REFUTE, SUPPORT, StancePair

SPOKEN, SPOKEN_PREMISE, DENY, OTHER_FRAME, TURNED, FOLLOWING = 0.3, 0.08, 0.15, 0.12, 0.3, 0.35
VARIED = 0.4
PREMISES = ("same",) * 6 + ("denials",) * 3 + ("contrary",)


class Triples:
    """Endless seeded groups of three pairs with one premise or one hypothesis, from the held-back frames or from the others."""

    def __init__(self, chooser: random.Random, *, held_back: bool = False) -> None:
        self._chooser = chooser
        self._held_back = held_back
        self._frames = [frame for frame in frames() if frame.held_back == held_back]

    def __iter__(self) -> Iterator[list[StancePair]]:
        while True:
            group = self.of(self._chooser.choice(self._frames))
            if group:
                yield group

    def of(self, frame: Frame) -> list[StancePair]:
        """Return the pairs of one draw of this frame: at most one of each label, usually all three."""
        drawing = Drawing(frame, self._chooser, held_back=self._held_back)
        kind = self._chooser.choice([first for first in PREMISES if getattr(frame, first)])
        template = self._chooser.choice(getattr(frame, kind))
        fixed = drawing.say(template)
        reversed_roles = kind == "same" and self._chooser.random() < TURNED
        makers: tuple[tuple[int, Callable[[], str | None]], ...] = (
            (SUPPORT, lambda: self._agreeing(drawing, kind, template, turned=reversed_roles)),
            (REFUTE, lambda: self._disagreeing(drawing, kind)),
            (NEUTRAL, lambda: self._near(drawing, kind, turned=reversed_roles)),
        )
        premise = spoken(fixed, self._chooser) if self._chooser.random() < SPOKEN_PREMISE else fixed
        result = []
        for label, make in makers:
            hypothesis = make()
            if hypothesis is not None and hypothesis != fixed:
                first, other = (hypothesis, premise) if reversed_roles else (premise, hypothesis)
                result.append(StancePair(sentence(first), sentence(other), label, f"minimal-{frame.family}"))
        return result

    def _agreeing(self, drawing: Drawing, kind: str, template: str, *, turned: bool) -> str | None:
        frame, chooser = drawing.frame, self._chooser
        if kind == "same":
            following = frame.stronger if turned else frame.weaker
            if following and chooser.random() < FOLLOWING:
                return self._spoken(drawing.say(chooser.choice(following)))
            return self._same_again(drawing, frame.same, frame.denials, template)
        if kind == "denials":
            return self._same_again(drawing, frame.denials, frame.same, template)
        if chooser.random() < DENY * 2:
            return denied(drawing.say(chooser.choice(frame.same)), chooser)
        return self._spoken(drawing.say(chooser.choice(frame.denials))) if frame.denials else None

    def _same_again(self, drawing: Drawing, templates: tuple[str, ...], against: tuple[str, ...], template: str) -> str | None:
        """Return a paraphrase, or a denied denial."""
        if against and self._chooser.random() < DENY:
            return denied(drawing.say(self._chooser.choice(against)), self._chooser)
        alternatives = [candidate for candidate in templates if candidate != template]
        return self._spoken(drawing.say(self._chooser.choice(alternatives))) if alternatives else None

    def _disagreeing(self, drawing: Drawing, kind: str) -> str | None:
        frame, chooser = drawing.frame, self._chooser
        if kind != "same":
            return self._spoken(drawing.say(chooser.choice(frame.same)))
        if chooser.random() < DENY:
            return denied(drawing.say(chooser.choice(frame.same)), chooser, unshown=True)
        choices = [templates for templates in (frame.denials, frame.contrary) if templates]
        return self._spoken(drawing.say(chooser.choice(chooser.choice(choices)))) if choices else None

    def _near(self, drawing: Drawing, kind: str, *, turned: bool) -> str | None:
        """Return a near miss: another word in the same frame, one of the frame's own, a stronger statement, or a related frame."""
        frame, chooser, draw = drawing.frame, self._chooser, self._chooser.random()
        templates_of_kind = frame.weaker if turned else frame.stronger
        varied = drawing.varied() if draw < VARIED else None
        if varied is not None:
            text = varied.say(chooser.choice([*frame.same, *frame.denials] if chooser.random() < 0.75 else [*frame.same, *frame.contrary]))
        elif draw > 1 - OTHER_FRAME:
            text = self._elsewhere(drawing)
        elif kind == "same" and templates_of_kind and chooser.random() < 0.5:
            return self._spoken(drawing.say(chooser.choice(templates_of_kind)))
        elif kind == "denials" and frame.contrary and chooser.random() < 0.3:
            return self._spoken(drawing.say(chooser.choice(frame.contrary)))
        else:
            text = drawing.say(chooser.choice(frame.beside))
        return denied(text, chooser, unshown=True) if chooser.random() < DENY else self._spoken(text)

    def _elsewhere(self, drawing: Drawing) -> str:
        """Return a sentence of another frame about one of the same people, places or things."""
        frame = self._chooser.choice([candidate for candidate in self._frames if candidate.name != drawing.frame.name])
        slot, word = self._chooser.choice(sorted(drawing.words().items(), key=lambda item: item[0]))
        other = Drawing(frame, self._chooser, held_back=self._held_back, words={slot: word})
        return other.say(self._chooser.choice([*frame.same, *frame.denials]))

    def _spoken(self, text: str) -> str:
        return spoken(text, self._chooser) if self._chooser.random() < SPOKEN else text


def minimal_pairs(count: int, *, seed: int, held_back: bool = False) -> list[StancePair]:
    """Return `count` pairs."""
    result: list[StancePair] = []
    for group in Triples(random.Random(seed), held_back=held_back):
        result += group
        if len(result) >= count:
            return result[:count]
    return result
