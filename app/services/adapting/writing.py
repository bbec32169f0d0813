"""Writers of synthetic claims: texts that people may say or post and that a given fact-check is about."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from app.domain.factcheck import FactCheck
from app.services.adapting.social_style import posted
from app.services.adapting.spoken_style import rounded, spoken
from app.services.adapting.statements import Origin, Statement, body_statements, claim_statement, clause, remembered_words, title_statement
from app.services.adapting.texts import NUMBER, numbers, one_line


class Way(StrEnum):
    """A change to a statement; those of `LOSING` may lose or change its numbers, the others keep them all."""

    PLAIN = "plain"
    POSTED = "posted"
    SPOKEN = "spoken"
    CLAUSE = "clause"
    DROPPED = "dropped words"
    ROUNDED = "rounded numbers"
    BACKED_OFF = "backed off"
    MODEL = "language model"


LOSING = frozenset({Way.CLAUSE, Way.ROUNDED, Way.MODEL})


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A synthetic claim, its statement, and the changes to it."""

    text: str
    source: str
    origin: Origin
    ways: tuple[Way, ...]


class ClaimWriter(Protocol):
    """Writes synthetic claims. A language model may implement it."""

    def __call__(self, factcheck: FactCheck, rng: random.Random) -> Sequence[Written]:
        """Return at least one non-empty claim; the same for the same fact-check and generator."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Mixture:
    """Probabilities of the kinds of claims. Chosen by the inputs of the program (posts, transcripts, documents), not by any test's
    texts.

    `title` counts where no sentence of the body was taken: most titles paraphrase the claim, which no rule can do. Chosen on tweets
    that link to PolitiFact's articles, learning from its claims without bodies.
    """

    body: float = 0.4
    title: float = 0.6
    back_off: float = 0.04
    clause: float = 0.2
    posted: float = 0.5
    spoken: float = 0.35
    rounded: float = 0.5
    dropped: float = 0.5


class RuleWriter:
    """Writes claims by rules. `weight` is the inverse document frequency of each word in this library; `count` is the number of
    claims."""

    def __init__(self, weight: dict[str, float], *, count: int = 1, mixture: Mixture | None = None) -> None:
        self._weight = weight
        self._count = count
        self._mixture = mixture or Mixture()

    def __call__(self, factcheck: FactCheck, rng: random.Random) -> list[Written]:
        """Return the claims, each of another form where there are several."""
        body = body_statements(factcheck, self._weight)
        return [self._one(factcheck, body, rng) for _ in range(self._count)]

    def _one(self, factcheck: FactCheck, body: Sequence[Statement], rng: random.Random) -> Written:
        mixture, english = self._mixture, factcheck.language in {"", "en"}
        statement, ways = self._statement(factcheck, body, rng)
        text = statement.text
        if Way.BACKED_OFF not in ways and rng.random() < mixture.clause:
            part = clause(text, factcheck.claim, rng)
            ways += [Way.CLAUSE] if part != text else []
            text = part
        if rng.random() < mixture.dropped:
            text = dropped(text, rng)
            ways.append(Way.DROPPED)
        style = rng.random()
        if style < mixture.posted:
            body_sentence = rng.choice(body).text if body else ""
            text = posted(
                text, author=statement.author, more="" if body_sentence == statement.text else body_sentence, rng=rng, english=english
            )
            ways.append(Way.POSTED)
        elif english and style < mixture.posted + mixture.spoken:
            if rng.random() < mixture.rounded and (about := rounded(text, rng)) != text:
                text = about
                ways.append(Way.ROUNDED)
            text = spoken(text, author=statement.author, rng=rng)
            ways.append(Way.SPOKEN)
        else:
            ways.append(Way.PLAIN)
        return Written(text=one_line(text) or factcheck.claim, source=statement.text, origin=statement.origin, ways=tuple(ways))

    def _statement(self, factcheck: FactCheck, body: Sequence[Statement], rng: random.Random) -> tuple[Statement, list[Way]]:
        mixture, thrown = self._mixture, rng.random()
        if body and thrown < mixture.body:
            return body[min(int(rng.expovariate(0.6)), len(body) - 1)], []
        title = title_statement(factcheck)
        if title and rng.random() < mixture.title:
            return title, []
        remembered = remembered_words(factcheck)
        if len(remembered.split()) >= 4 and rng.random() < mixture.back_off / max(1 - mixture.body, 0.1):
            return Statement(text=remembered, origin=Origin.CLAIM, author=factcheck.claimant), [Way.BACKED_OFF]
        return claim_statement(factcheck), []


def dropped(text: str, rng: random.Random, *, share: float = 0.15) -> str:
    """Return the text with some words left out; numbers stay, and at least three words."""
    words = text.split()
    kept_words = [word for word in words if NUMBER.search(word) or rng.random() >= share]
    return " ".join(kept_words) if len(kept_words) >= 3 else text


def keeps_numbers(written: Written) -> bool:
    """Return True if the claim has every number of its statement."""
    written_numbers = numbers(written.text)
    return all(number in written_numbers for number in numbers(written.source))
