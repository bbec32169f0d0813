"""From a stance scorer's rows to stance probabilities."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.domain.normalised import normalised
from app.domain.progress import CancelToken
from app.domain.stance import NEUTRAL, Stance, StanceProbabilities
from app.ports import StanceScorer
from app.stance.clauses import nearest_part
from app.stance.opposites import turned_round

_DIGITS = 6


def judge_stances(pairs: Sequence[tuple[str, str]], *, scorer: StanceScorer, cancel: CancelToken) -> list[StanceProbabilities]:
    """The stance of each (published text, sentence) pair, in order.

    The mean of two looks: at the whole sentence, and at the part of it that the published text is about. The part alone
    would miss a denial that stands outside it; the whole alone is often too much for a small model. A pair is not judged (NEUTRAL)
    where the part would turn round what the model says of the whole, and where the model sees agreement though the two differ by a word
    and its opposite alone: exports are not imports, but who says that the ones rose has not denied that the others did.
    """
    wholes = [(normalised(published), normalised(sentence)) for published, sentence in pairs]
    parts = [(published, normalised(nearest_part(sentence, published))) for published, sentence in wholes]
    looked_at = list(dict.fromkeys([*wholes, *parts]))
    if not looked_at:
        return []
    rows = scorer.stance([published for published, _ in looked_at], [text for _, text in looked_at], cancel=cancel)
    known = {pair: row.tolist() for pair, row in zip(looked_at, rows, strict=True)}
    return [_judged(known[whole], known[part], part) for whole, part in zip(wholes, parts, strict=True)]


def _judged(whole: Sequence[float], part: Sequence[float], texts: tuple[str, str]) -> StanceProbabilities:
    """The mean of both looks; NEUTRAL where that cannot be trusted. `texts` are the published text and the part of the sentence."""
    mean = _probabilities((first + second) / 2 for first, second in zip(whole, part, strict=True))
    if {mean.label, _probabilities(whole).label} == {Stance.AGREE, Stance.DISAGREE}:
        return NEUTRAL
    published, said = texts
    return NEUTRAL if mean.label is Stance.AGREE and turned_round(said, published) else mean


def _probabilities(row: Iterable[float]) -> StanceProbabilities:
    support, refute, neutral = (round(value, _DIGITS) for value in row)
    return StanceProbabilities(support=support, refute=refute, neutral=neutral)
