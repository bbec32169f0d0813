"""Judges the stance of published texts towards sentences with a stance scorer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.domain.normalised import normalised
from app.domain.progress import CancelToken
from app.domain.stance import NEUTRAL, Stance, StanceProbabilities
from app.ports import StanceScorer
from app.stance.antonyms import is_antonym_swap
from app.stance.nearest_clause import nearest_part

_DIGITS = 6


def judge_stances(pairs: Sequence[tuple[str, str]], *, scorer: StanceScorer, cancel: CancelToken) -> list[StanceProbabilities]:
    """The stance of each (published text, sentence) pair, in order.

    Each is the mean of two predictions: for the whole sentence, and for the part of it that the published text is about. The part alone
    would miss a denial outside it; the whole alone is often too much for a small model. A pair is not judged (NEUTRAL) where the part
    would turn the prediction for the whole into its opposite, and where the model predicts agreement though the two differ by a word and
    its antonym alone: exports are not imports, but who says that exports rose has not denied that imports did.
    """
    wholes = [(normalised(published), normalised(sentence)) for published, sentence in pairs]
    parts = [(published, normalised(nearest_part(sentence, published))) for published, sentence in wholes]
    distinct = list(dict.fromkeys([*wholes, *parts]))
    if not distinct:
        return []
    rows = scorer.stance([published for published, _ in distinct], [text for _, text in distinct], cancel=cancel)
    row_of = {pair: row.tolist() for pair, row in zip(distinct, rows, strict=True)}
    return [_judged(row_of[whole_pair], row_of[part_pair], part_pair) for whole_pair, part_pair in zip(wholes, parts, strict=True)]


def _judged(whole_row: Sequence[float], part_row: Sequence[float], texts: tuple[str, str]) -> StanceProbabilities:
    """The mean of both predictions; NEUTRAL where that cannot be trusted. `texts` are the published text and the part of the sentence."""
    mean = _probabilities((first + second) / 2 for first, second in zip(whole_row, part_row, strict=True))
    if {mean.label, _probabilities(whole_row).label} == {Stance.AGREE, Stance.DISAGREE}:
        return NEUTRAL
    published, part_text = texts
    return NEUTRAL if mean.label is Stance.AGREE and is_antonym_swap(part_text, published) else mean


def _probabilities(row: Iterable[float]) -> StanceProbabilities:
    support, refute, neutral = (round(value, _DIGITS) for value in row)
    return StanceProbabilities(support=support, refute=refute, neutral=neutral)
