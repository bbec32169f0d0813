"""Stance pairs from the frames: a premise with what agrees, what disagrees and what is merely near.

Lead-ins of speech and words of denial are put around hypotheses of every label alike, so that they tell nothing by themselves.
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
    """Endless groups of three pairs of one premise (or one hypothesis), seeded; of the frames that are held back, or of the others."""

    def __init__(self, chooser: random.Random, *, held_back: bool = False) -> None:
        self._chooser = chooser
        self._held_back = held_back
        self._frames = [one for one in frames() if one.held_back == held_back]

    def __iter__(self) -> Iterator[list[StancePair]]:
        while True:
            group = self.of(self._chooser.choice(self._frames))
            if group:
                yield group

    def of(self, frame: Frame) -> list[StancePair]:
        """The pairs of one draw of this frame, mostly one of each label; each label at most once."""
        drawing = Drawing(frame, self._chooser, held_back=self._held_back)
        kind = self._chooser.choice([one for one in PREMISES if getattr(frame, one)])
        template = self._chooser.choice(getattr(frame, kind))
        fixed = drawing.say(template)
        turned = kind == "same" and self._chooser.random() < TURNED
        makers: tuple[tuple[int, Callable[[], str | None]], ...] = (
            (SUPPORT, lambda: self._agreeing(drawing, kind, template, turned=turned)),
            (REFUTE, lambda: self._disagreeing(drawing, kind)),
            (NEUTRAL, lambda: self._near(drawing, kind, turned=turned)),
        )
        premise = spoken(fixed, self._chooser) if self._chooser.random() < SPOKEN_PREMISE else fixed
        found = []
        for label, make in makers:
            said = make()
            if said is not None and said != fixed:
                one, other = (said, premise) if turned else (premise, said)
                found.append(StancePair(sentence(one), sentence(other), label, f"minimal-{frame.family}"))
        return found

    def _agreeing(self, drawing: Drawing, kind: str, template: str, *, turned: bool) -> str | None:
        frame, chooser = drawing.frame, self._chooser
        if kind == "same":
            following = frame.stronger if turned else frame.weaker
            if following and chooser.random() < FOLLOWING:
                return self._dressed(drawing.say(chooser.choice(following)))
            return self._same_again(drawing, frame.same, frame.denials, template)
        if kind == "denials":
            return self._same_again(drawing, frame.denials, frame.same, template)
        if chooser.random() < DENY * 2:
            return denied(drawing.say(chooser.choice(frame.same)), chooser)
        return self._dressed(drawing.say(chooser.choice(frame.denials))) if frame.denials else None

    def _same_again(self, drawing: Drawing, own: tuple[str, ...], against: tuple[str, ...], template: str) -> str | None:
        """Another way to say it, or its denial denied."""
        if against and self._chooser.random() < DENY:
            return denied(drawing.say(self._chooser.choice(against)), self._chooser)
        others = [one for one in own if one != template]
        return self._dressed(drawing.say(self._chooser.choice(others))) if others else None

    def _disagreeing(self, drawing: Drawing, kind: str) -> str | None:
        frame, chooser = drawing.frame, self._chooser
        if kind != "same":
            return self._dressed(drawing.say(chooser.choice(frame.same)))
        if chooser.random() < DENY:
            return denied(drawing.say(chooser.choice(frame.same)), chooser, unshown=True)
        choices = [some for some in (frame.denials, frame.contrary) if some]
        return self._dressed(drawing.say(chooser.choice(chooser.choice(choices)))) if choices else None

    def _near(self, drawing: Drawing, kind: str, *, turned: bool) -> str | None:
        """A near miss: another word in the same frame, the frame's own, what says more, or another frame about the same."""
        frame, chooser, lot = drawing.frame, self._chooser, self._chooser.random()
        lone = frame.weaker if turned else frame.stronger
        varied = drawing.varied() if lot < VARIED else None
        if varied is not None:
            said = varied.say(chooser.choice([*frame.same, *frame.denials] if chooser.random() < 0.75 else [*frame.same, *frame.contrary]))
        elif lot > 1 - OTHER_FRAME:
            said = self._elsewhere(drawing)
        elif kind == "same" and lone and chooser.random() < 0.5:
            return self._dressed(drawing.say(chooser.choice(lone)))
        elif kind == "denials" and frame.contrary and chooser.random() < 0.3:
            return self._dressed(drawing.say(chooser.choice(frame.contrary)))
        else:
            said = drawing.say(chooser.choice(frame.beside))
        return denied(said, chooser, unshown=True) if chooser.random() < DENY else self._dressed(said)

    def _elsewhere(self, drawing: Drawing) -> str:
        """Another frame's sentence about one of the same people, places or things."""
        frame = self._chooser.choice([one for one in self._frames if one.name != drawing.frame.name])
        slot, word = self._chooser.choice(sorted(drawing.words().items(), key=lambda item: item[0]))
        other = Drawing(frame, self._chooser, held_back=self._held_back, words={slot: word})
        return other.say(self._chooser.choice([*frame.same, *frame.denials]))

    def _dressed(self, said: str) -> str:
        return spoken(said, self._chooser) if self._chooser.random() < SPOKEN else said


def minimal_pairs(count: int, *, seed: int, held_back: bool = False) -> list[StancePair]:
    """So many pairs."""
    found: list[StancePair] = []
    for group in Triples(random.Random(seed), held_back=held_back):
        found += group
        if len(found) >= count:
            return found[:count]
    return found
