"""Sentence verdicts against the gold: the share of right verdicts over whole debates, and the rule, fitted on other debates.

The gold verdict of a verifiable sentence is true or false; sentences with differing verdicts of their pairs are left out. A line
labelled as repeating an earlier one has the verdict that the same fact-check gave there. A verdict on a sentence without a gold
verdict counts as not right.

The rule's slope and shift (`app.ranking.verdict.VerdictRule`) are fitted here. The prior odds of agreement and disagreement are
corrected, since the stance model learnt from texts with both in equal numbers. They stay if the sentence denies the claim
explicitly, or goes the other way, because then a contradiction is likely.
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
"""Support by the stance model below which a fact-check gives no verdict."""
SILENCE = 0.5
"""A verdict is given if it is more probably right than not."""
CONFLICT = 0.3
"""Probability from which a fact-check of the other side leaves the sentence open."""
_STRENGTH = 1.0
UNFITTED = VerdictRule(agree_from=AGREE_FROM, slope=1.0, shift=0.0, silence_below=SILENCE, conflict_from=CONFLICT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """Verdict on one sentence, with the gold: UNKNOWN if nothing verifies it."""

    verdict: SentenceVerdict
    gold: SentenceVerdict

    @property
    def spoken(self) -> bool:
        """Return True if the guess is a verdict."""
        return self.verdict is not SentenceVerdict.UNKNOWN

    @property
    def right(self) -> bool:
        """Return True if the guess equals the gold's verdict. No verdict is not right."""
        return self.spoken and self.verdict is self.gold


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedRule:
    """Rule with the correction of the stance model's prior odds under which it was fitted."""

    rule: VerdictRule = UNFITTED
    stance_shift: Shift = NO_SHIFT


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedDebate:
    """Sentences of a debate in document order: evidence and gold verdicts; and the number of its annotated pairs that agree and
    disagree."""

    name: str
    evidence: tuple[tuple[Evidence, ...], ...]
    gold: tuple[SentenceVerdict, ...]
    agreeing: int = 0
    disagreeing: int = 0


def gold_verdicts(debate: GoldDebate) -> dict[int, SentenceVerdict]:
    """Return the verdict of each verifiable sentence, and of those that repeat it, by line. Lines with differing pairs are left
    out."""
    by_factcheck: dict[str, set[str]] = {}
    for pair in debate.pairs:
        by_factcheck.setdefault(pair.factcheck, set()).add(pair.verdict)
    sides: dict[int, set[str]] = {}
    for pair in debate.annotated:
        if pair.verdict == "repeated" and pair.line in debate.repeated():
            sides.setdefault(pair.line, set()).update(by_factcheck.get(pair.factcheck, ()))
    for pair in debate.pairs:
        sides.setdefault(pair.line, set()).add(pair.verdict)
    return {line: SentenceVerdict(next(iter(line_sides))) for line, line_sides in sides.items() if len(line_sides) == 1}


def guesses(debate: JudgedDebate, fitted: FittedRule) -> list[Guess]:
    """Return the verdict of every sentence by this rule."""
    shifted = (_shifted(evidence, fitted.stance_shift) for evidence in debate.evidence)
    return [Guess(verdict=decide(evidence, fitted.rule).verdict, gold=gold) for evidence, gold in zip(shifted, debate.gold, strict=True)]


def nearest(debate: JudgedDebate, count: int) -> list[Guess]:
    """Return the trivial baseline for `count` sentences: the verdicts of the fact-checks with the highest pair probability,
    whatever their stance."""
    best = [max(line_evidence, key=lambda candidate: candidate.chance, default=None) for line_evidence in debate.evidence]
    chances = sorted((candidate.chance for candidate in best if candidate is not None), reverse=True)
    least = chances[min(count, len(chances)) - 1] if count and chances else math.inf
    return [
        Guess(verdict=candidate.side if candidate is not None and candidate.chance >= least else SentenceVerdict.UNKNOWN, gold=gold)
        for candidate, gold in zip(best, debate.gold, strict=True)
    ]


def _shifted(evidence: Sequence[Evidence], shift: Shift) -> list[Evidence]:
    return [judged if judged.opposed else replace(judged, stance=judged.stance.shifted(shift)) for judged in evidence]


def summary(all_guesses: Sequence[Guess]) -> dict[str, float]:
    """Return the figures over whole debates.

    These are the number of verdicts, of right ones, of opposite ones and of those without a gold verdict; the share of right ones;
    the number of sentences with a gold verdict, and of "false" among them.
    """
    spoken = [guess for guess in all_guesses if guess.spoken]
    gold = [guess.gold for guess in all_guesses if guess.gold is not SentenceVerdict.UNKNOWN]
    right = sum(guess.right for guess in spoken)
    return {
        "spoken": len(spoken),
        "right": right,
        "opposite": sum(not guess.right and guess.gold is not SentenceVerdict.UNKNOWN for guess in spoken),
        "without_gold": sum(guess.gold is SentenceVerdict.UNKNOWN for guess in spoken),
        "share_right": right / max(1, len(spoken)),
        "sentences_with_gold": len(gold),
        "share_false_in_gold": gold.count(SentenceVerdict.FALSE) / max(1, len(gold)),
    }


def measured(debates: Sequence[JudgedDebate]) -> dict[str, object]:
    """Return the summary of the verdicts, with each debate's rule from the others, and of the trivial baseline with as many
    verdicts."""
    by_debate = {held_out.name: guesses(held_out, fit_rule([other for other in debates if other is not held_out])) for held_out in debates}
    spoken = {name: sum(guess.spoken for guess in debate_guesses) for name, debate_guesses in by_debate.items()}
    baseline = [guess for debate in debates for guess in nearest(debate, spoken[debate.name])]
    return {
        **summary([guess for debate_guesses in by_debate.values() for guess in debate_guesses]),
        "nearest_factcheck": summary(baseline),
        "each": {name: [count, sum(guess.right for guess in by_debate[name])] for name, count in spoken.items()},
    }


def fit_rule(debates: Sequence[JudgedDebate]) -> FittedRule:
    """Return the rule, with slope and shift by logistic regression over the surest agreeing fact-check of each sentence."""
    shift = stance_shift(sum(element.agreeing for element in debates), sum(element.disagreeing for element in debates))
    odds, correct = [], []
    for debate in debates:
        for evidence, gold in zip(debate.evidence, debate.gold, strict=True):
            agreeing = [element for element in _shifted(evidence, shift) if element.bar is None and UNFITTED.agrees(element)]
            if agreeing:
                best = max(agreeing, key=lambda element: element.chance)
                odds.append(math.log(best.chance / (1.0 - best.chance)) if 0.0 < best.chance < 1.0 else 0.0)
                correct.append(best.side is gold)
    if len(set(correct)) < 2:
        return FittedRule(stance_shift=shift)
    model = LogisticRegression(C=_STRENGTH).fit(np.array(odds)[:, None], correct)
    slope, intercept = max(0.0, float(model.coef_[0, 0])), float(model.intercept_[0])
    return FittedRule(rule=replace(UNFITTED, slope=slope, shift=intercept), stance_shift=shift)


def stance_shift(agreeing: int, disagreeing: int) -> Shift:
    """Return half of the shift from equal odds of support and refute to those of annotated pairs (Laplace's rule of succession).

    The other half is left out, since other debates may hold more denials.
    """
    share = (agreeing + 1) / (agreeing + disagreeing + 2)
    return 0.5 * math.log(2 * share), 0.5 * math.log(2 * (1 - share))


def judged(
    debates: Sequence[GoldDebate], lines: Sequence[Sequence[int]], evidence: Sequence[tuple[tuple[Evidence, ...], ...]]
) -> list[JudgedDebate]:
    """Return the debates as the verdict rule sees them. `lines` and `evidence` of each are in document order."""
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
