"""Sentence verdicts against the gold: of all that is spoken over whole debates, how much is right; and the rule, fitted on other debates.

A verifiable sentence's gold verdict is true or false; its pairs' verdicts, where they differ, leave it out. A line labelled as repeating
an earlier one has the verdict that the same fact-check gave there. What is spoken of a sentence without a gold verdict counts as not right.

The rule's slope and shift (`app.ranking.verdict.VerdictRule`) are fitted here, and the prior odds of agreement and disagreement
corrected, since the stance model learnt from texts where both are as frequent. Where the sentence denies the claim in so many words, or
goes the other way, they are left as they are: there a contradiction is likely.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from sklearn.linear_model import LogisticRegression

from app.domain.stance import NO_SHIFT, Shift
from app.domain.verdict import SentenceVerdict
from app.ranking.verdict import Evidence, VerdictRule, decide
from models.research.debates import GoldDebate

AGREE_FROM = 0.2
"""A fact-check gives no verdict where the stance model sees less support than this."""
SILENCE = 0.5
"""A verdict is spoken when it is more probably right than not."""
CONFLICT = 0.3
"""A fact-check of the other side that is about the claim three times in ten leaves the sentence open."""
_STRENGTH = 1.0
UNFITTED = VerdictRule(agree_from=AGREE_FROM, slope=1.0, shift=0.0, silence_below=SILENCE, conflict_from=CONFLICT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """The verdict on one sentence, and the gold: UNKNOWN where nothing verifies it."""

    said: SentenceVerdict
    gold: SentenceVerdict

    @property
    def spoken(self) -> bool:
        """Whether a verdict is spoken."""
        return self.said is not SentenceVerdict.UNKNOWN

    @property
    def right(self) -> bool:
        """Whether the verdict is the gold's; nothing said is not right."""
        return self.spoken and self.said is self.gold


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedRule:
    """A rule with the correction of the stance model's prior odds that it was fitted under."""

    rule: VerdictRule = UNFITTED
    stance_shift: Shift = NO_SHIFT


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedDebate:
    """A debate's sentences in document order: evidence and gold verdicts; and how many of its annotated pairs agree and disagree."""

    name: str
    evidence: tuple[tuple[Evidence, ...], ...]
    gold: tuple[SentenceVerdict, ...]
    agreeing: int = 0
    disagreeing: int = 0


def gold_verdicts(debate: GoldDebate) -> dict[int, SentenceVerdict]:
    """By line the verdict of a verifiable sentence, and of one that repeats it; lines whose pairs differ are not there."""
    by_factcheck: dict[str, set[str]] = {}
    for pair in debate.pairs:
        by_factcheck.setdefault(pair.factcheck, set()).add(pair.verdict)
    sides: dict[int, set[str]] = {}
    for pair in debate.annotated:
        if pair.verdict == "repeated" and pair.line in debate.repeated():
            sides.setdefault(pair.line, set()).update(by_factcheck.get(pair.factcheck, ()))
    for pair in debate.pairs:
        sides.setdefault(pair.line, set()).add(pair.verdict)
    return {line: SentenceVerdict(next(iter(found))) for line, found in sides.items() if len(found) == 1}


def guesses(debate: JudgedDebate, fitted: FittedRule) -> list[Guess]:
    """The verdict of every sentence by this rule."""
    shifted = (_shifted(evidence, fitted.stance_shift) for evidence in debate.evidence)
    return [Guess(said=decide(evidence, fitted.rule).verdict, gold=gold) for evidence, gold in zip(shifted, debate.gold, strict=True)]


def nearest(debate: JudgedDebate, count: int) -> list[Guess]:
    """The trivial baseline: the verdicts of the fact-checks with the best chances of being about the claim, whatever they say, of as
    many sentences as `count`."""
    best = [max(found, key=lambda one: one.chance, default=None) for found in debate.evidence]
    chances = sorted((one.chance for one in best if one is not None), reverse=True)
    least = chances[min(count, len(chances)) - 1] if count and chances else math.inf
    return [
        Guess(said=one.side if one is not None and one.chance >= least else SentenceVerdict.UNKNOWN, gold=gold)
        for one, gold in zip(best, debate.gold, strict=True)
    ]


def _shifted(evidence: Sequence[Evidence], shift: Shift) -> list[Evidence]:
    return [one if one.opposed else replace(one, stance=one.stance.shifted(shift)) for one in evidence]


def summary(said: Sequence[Guess]) -> dict[str, float]:
    """Over whole debates: verdicts spoken, how many are right, the opposite, or on sentences without a gold verdict; the share that is
    right; of how many sentences the gold has a verdict, and how often that is "false"."""
    spoken = [one for one in said if one.spoken]
    gold = [one.gold for one in said if one.gold is not SentenceVerdict.UNKNOWN]
    right = sum(one.right for one in spoken)
    return {
        "spoken": len(spoken),
        "right": right,
        "opposite": sum(not one.right and one.gold is not SentenceVerdict.UNKNOWN for one in spoken),
        "without_gold": sum(one.gold is SentenceVerdict.UNKNOWN for one in spoken),
        "share_right": right / max(1, len(spoken)),
        "sentences_with_gold": len(gold),
        "share_false_in_gold": gold.count(SentenceVerdict.FALSE) / max(1, len(gold)),
    }


def measured(debates: Sequence[JudgedDebate]) -> dict[str, object]:
    """The summary of what is spoken, each debate by a rule from the others, and of the trivial baseline that speaks as often."""
    by_debate = {held.name: guesses(held, fit_rule([other for other in debates if other is not held])) for held in debates}
    spoken = {name: sum(one.spoken for one in said) for name, said in by_debate.items()}
    baseline = [one for debate in debates for one in nearest(debate, spoken[debate.name])]
    return {
        **summary([one for said in by_debate.values() for one in said]),
        "nearest_factcheck": summary(baseline),
        "each": {name: [count, sum(one.right for one in by_debate[name])] for name, count in spoken.items()},
    }


def fit_rule(debates: Sequence[JudgedDebate]) -> FittedRule:
    """Slope and shift by logistic regression over the surest agreeing fact-check of each sentence of these debates."""
    shift = stance_shift(sum(one.agreeing for one in debates), sum(one.disagreeing for one in debates))
    odds, right = [], []
    for debate in debates:
        for evidence, gold in zip(debate.evidence, debate.gold, strict=True):
            agreeing = [one for one in _shifted(evidence, shift) if one.bar is None and UNFITTED.agrees(one)]
            if agreeing:
                best = max(agreeing, key=lambda one: one.chance)
                odds.append(math.log(best.chance / (1.0 - best.chance)) if 0.0 < best.chance < 1.0 else 0.0)
                right.append(best.side is gold)
    if len(set(right)) < 2:
        return FittedRule(stance_shift=shift)
    model = LogisticRegression(C=_STRENGTH).fit(np.array(odds)[:, None], right)
    slope, intercept = max(0.0, float(model.coef_[0, 0])), float(model.intercept_[0])
    return FittedRule(rule=replace(UNFITTED, slope=slope, shift=intercept), stance_shift=shift)


def stance_shift(agreeing: int, disagreeing: int) -> Shift:
    """Half of what brings equal odds of support and refute to those of annotated pairs (Laplace's rule of succession); the other half
    is left out, since other debates may hold more denials."""
    share = (agreeing + 1) / (agreeing + disagreeing + 2)
    return 0.5 * math.log(2 * share), 0.5 * math.log(2 * (1 - share))


def judged(
    debates: Sequence[GoldDebate], lines: Sequence[Sequence[int]], evidence: Sequence[tuple[tuple[Evidence, ...], ...]]
) -> list[JudgedDebate]:
    """The debates as the verdict's rule sees them; `lines` and `evidence` of each in document order."""
    result = []
    for debate, numbers, of_debate in zip(debates, lines, evidence, strict=True):
        gold = gold_verdicts(debate)
        result.append(
            JudgedDebate(
                name=debate.name,
                evidence=of_debate,
                gold=tuple(gold.get(line, SentenceVerdict.UNKNOWN) for line in numbers),
                agreeing=sum(pair.stance == "agree" for pair in debate.annotated),
                disagreeing=sum(pair.stance == "disagree" for pair in debate.annotated),
            )
        )
    return result
