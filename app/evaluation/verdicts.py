"""Sentence verdicts against the gold: how often right, how often silent, and fitted on other debates what they are worth.

A verifiable sentence's gold verdict is true or false; its pairs' verdicts, where they differ, leave it out. The probability that a
verdict is right is verifiability times sigmoid(slope * lead + shift) (`app.ranking.verdict`); slope and shift are fitted here, and the
prior odds of agreement and disagreement corrected, since the stance model learnt from texts where both are as frequent. Where the
sentence denies the claim in so many words, or goes the other way, they are left as they are: there a contradiction is likely.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression

from app.domain.stance import NO_SHIFT, Shift
from app.domain.verdict import SentenceVerdict
from app.evaluation.debates import GoldDebate
from app.evaluation.metrics import mean
from app.ranking.model import SUREST
from app.ranking.verdict import Evidence, weighed

AGREE_FROM = (0.34, 0.4, 0.5)
SUPPORT_WEIGHTS = (0.0, 0.5, 1.0)
COVERAGE = 0.5
_STRENGTH = 1.0
SILENCE = 0.5
"""A verdict is spoken when it is more probably right than not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """What is said of one sentence (before silence), with its probability, and the gold: UNKNOWN where nothing verifies it."""

    said: SentenceVerdict
    probability: float
    gold: SentenceVerdict

    @property
    def right(self) -> bool:
        """Whether the verdict is the gold's; nothing said is not right."""
        return self.said is self.gold and self.said is not SentenceVerdict.UNKNOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """The fitted part of the verdict; see `RankerFile`."""

    agree_from: float
    support_weight: float
    slope: float
    shift: float
    stance_shift: Shift = NO_SHIFT


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedDebate:
    """A debate's sentences in document order: evidence, calibrated verifiability (n,), gold verdicts; and how many of its annotated
    pairs agree and disagree."""

    name: str
    evidence: tuple[tuple[Evidence, ...], ...]
    verifiability: NDArray[np.float64]
    gold: tuple[SentenceVerdict, ...]
    agreeing: int = 0
    disagreeing: int = 0


def gold_verdicts(debate: GoldDebate) -> dict[int, SentenceVerdict]:
    """By line the verdict of a verifiable sentence; lines whose pairs differ are not there."""
    sides: dict[int, set[str]] = {}
    for pair in debate.pairs:
        sides.setdefault(pair.line, set()).add(pair.verdict)
    return {line: SentenceVerdict(next(iter(found))) for line, found in sides.items() if len(found) == 1}


def guesses(debate: JudgedDebate, rule: Rule) -> list[Guess]:
    """The verdict of every sentence by this rule, before silence."""
    found = []
    for evidence, verifiability, gold in zip(debate.evidence, debate.verifiability, debate.gold, strict=True):
        said, lead = _weighed(evidence, rule)
        right = 0.0 if said is SentenceVerdict.UNKNOWN else float(verifiability) / (1.0 + np.exp(-(rule.slope * lead + rule.shift)))
        found.append(Guess(said=said, probability=float(right), gold=gold))
    return found


def _weighed(evidence: Sequence[Evidence], rule: Rule) -> tuple[SentenceVerdict, float]:
    shifted = [one if one.opposed else replace(one, stance=one.stance.shifted(rule.stance_shift)) for one in evidence]
    return weighed(shifted, agree_from=rule.agree_from, support_weight=rule.support_weight)


def precision_at_coverage(said: Sequence[Guess], coverage: float = COVERAGE) -> float:
    """Of the verifiable sentences the share `coverage` with the most probable verdicts: how many of them are right."""
    verifiable = [one for one in said if one.gold is not SentenceVerdict.UNKNOWN]
    surest = sorted(verifiable, key=lambda one: -one.probability)[: max(1, round(coverage * len(verifiable)))]
    return mean([float(one.right) for one in surest])


def summary(said: Sequence[Guess], silence_below: float) -> dict[str, float]:
    """Precision at half coverage; and what is spoken from `silence_below` on: coverage and precision of verifiable sentences, and
    how many other sentences get a verdict that the gold neither gives nor denies."""
    verifiable = [one for one in said if one.gold is not SentenceVerdict.UNKNOWN]
    spoken = [one for one in said if one.said is not SentenceVerdict.UNKNOWN and one.probability >= silence_below]
    on_verifiable = [one for one in spoken if one.gold is not SentenceVerdict.UNKNOWN]
    return {
        "verifiable": len(verifiable),
        "precision_at_half_coverage": precision_at_coverage(said),
        "silence_below": silence_below,
        "coverage": len(on_verifiable) / max(1, len(verifiable)),
        "precision": mean([float(one.right) for one in on_verifiable]),
        "spoken_without_gold": len(spoken) - len(on_verifiable),
    }


def fit_rule(debates: Sequence[JudgedDebate]) -> Rule:
    """The rule with the best precision at half coverage on these debates, the first of equals; slope and shift by logistic regression."""
    shift = stance_shift(sum(one.agreeing for one in debates), sum(one.disagreeing for one in debates))
    rules = [_fitted(debates, shift, *chosen) for chosen in itertools.product(AGREE_FROM, SUPPORT_WEIGHTS)]
    return max(rules, key=lambda rule: precision_at_coverage([one for debate in debates for one in guesses(debate, rule)]))


def stance_shift(agreeing: int, disagreeing: int) -> Shift:
    """Half of what brings equal odds of support and refute to those of annotated pairs (Laplace's rule of succession); the other half
    is left out, since other debates may hold more denials."""
    share = (agreeing + 1) / (agreeing + disagreeing + 2)
    return 0.5 * math.log(2 * share), 0.5 * math.log(2 * (1 - share))


def _fitted(debates: Sequence[JudgedDebate], prior: Shift, agree_from: float, support_weight: float) -> Rule:
    rule = Rule(agree_from=agree_from, support_weight=support_weight, slope=1.0, shift=0.0, stance_shift=prior)
    leads, right = [], []
    for debate in debates:
        for evidence, gold in zip(debate.evidence, debate.gold, strict=True):
            said, lead = _weighed(evidence, rule)
            if said is not SentenceVerdict.UNKNOWN and gold is not SentenceVerdict.UNKNOWN:
                leads.append(lead)
                right.append(said is gold)
    if len(set(right)) < 2:
        return rule
    model = LogisticRegression(C=_STRENGTH).fit(np.array(leads)[:, None], right)
    return replace(rule, slope=max(0.0, float(model.coef_[0, 0])), shift=float(model.intercept_[0]))


def leave_one_out(debates: Sequence[JudgedDebate]) -> list[Guess]:
    """Every debate's guesses by a rule from the others."""
    return [one for held in debates for one in guesses(held, fit_rule([other for other in debates if other is not held]))]


def calibrated_by_others(
    scores: Sequence[NDArray[np.float64]], labels: Sequence[NDArray[np.int64]], *, most: float
) -> list[NDArray[np.float64]]:
    """Each debate's scores as probabilities, by isotonic regression on the others."""
    found = []
    for held in range(len(scores)):
        others = [place for place in range(len(scores)) if place != held]
        isotonic = IsotonicRegression(y_min=0.0, y_max=most, out_of_bounds="clip")
        isotonic.fit(np.concatenate([scores[place] for place in others]), np.concatenate([labels[place] for place in others]))
        found.append(np.asarray(isotonic.predict(scores[held]), np.float64))
    return found


def gold_of(lines: Sequence[int], verdicts: Mapping[int, SentenceVerdict]) -> tuple[SentenceVerdict, ...]:
    """The gold verdict of each line."""
    return tuple(verdicts.get(line, SentenceVerdict.UNKNOWN) for line in lines)


def judged(
    debates: Sequence[GoldDebate],
    lines: Sequence[Sequence[int]],
    evidence: Sequence[tuple[tuple[Evidence, ...], ...]],
    scores: Sequence[NDArray[np.float64]],
    labels: Sequence[NDArray[np.int64]],
) -> list[JudgedDebate]:
    """The debates as the verdict's rule sees them; the scores of each, which no model fitted on it gave, calibrated by the others."""
    verifiability = calibrated_by_others(scores, labels, most=SUREST)
    return [
        JudgedDebate(
            name=debate.name,
            evidence=own,
            verifiability=chances,
            gold=gold_of(numbers, gold_verdicts(debate)),
            agreeing=sum(pair.stance == "agree" for pair in debate.annotated),
            disagreeing=sum(pair.stance == "disagree" for pair in debate.annotated),
        )
        for debate, numbers, own, chances in zip(debates, lines, evidence, verifiability, strict=True)
    ]
