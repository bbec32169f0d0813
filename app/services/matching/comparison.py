"""Full comparison, the costly part of the cascade: pair scorer, surface overlap and stance for the candidates that can change the
order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from app.domain.progress import CancelToken
from app.domain.speech import ClaimReading, SpeechAct
from app.domain.stance import NEUTRAL, StanceProbabilities
from app.ports import FloatMatrix
from app.ranking import expected_stance, overlap_features, sentence_traits
from app.services.matching.candidates import SentenceCandidates
from app.services.matching.context import MatchContext
from app.stance import can_read, judge_stances

FIRST = 1
"""Candidates of each sentence that are compared in full."""
COMPARED = 6
"""Candidates of a sentence that is near one. (Chosen on debates that no network has seen. Two first, and six where one of them is near,
takes more comparisons and finds no more.)"""
FIRST_OF_CLAIM = 2
"""Candidates of each single claim that are compared in full: there is more time for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedPair:
    """A sentence and a fact-check compared in full.

    `probability` combines prefilter and pair scorer, `overlap` are the values of OVERLAP_FEATURES. `stance` is NEUTRAL where it was
    not judged, because the pair is too unlikely to be about the same claim. With `stance_missing` it is not judged yet, or the
    model cannot read the languages or is contradicted (`app.stance.judging`). `reading` is what the sentence does with the claim,
    None where that was not read.
    """

    probability: float
    overlap: FloatMatrix
    stance: StanceProbabilities = NEUTRAL
    stance_missing: bool = False
    reading: ClaimReading | None = None

    def stance_feature(self, name: str) -> float:
        """Return the probability of "support" or "refute"; its expectation where the stance is missing, since missing is not
        neutral."""
        return expected_stance(name, self.probability) if self.stance_missing else float(getattr(self.stance, name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A sentence's candidates and, by column, the pairs compared in full: none where a comparison cannot change anything.

    `speech_act` is what the speaker does with the sentence, None where that was not read.
    """

    candidates: SentenceCandidates
    pairs: Mapping[int, ComparedPair] = field(default_factory=dict)
    speech_act: SpeechAct | None = None

    def order(self) -> list[int]:
        """Return all columns with a candidate, best first: those compared in full by pair probability, then the others by prefilter
        score."""
        rows = self.candidates.rows
        compared = np.zeros(len(rows), dtype=bool)
        probability = np.zeros(len(rows))
        for column, pair in self.pairs.items():
            compared[column], probability[column] = True, pair.probability
        order = np.lexsort((rows, -self.candidates.measures["fused"], -self.candidates.prefilter_score, -probability, ~compared))
        return [int(column) for column in order if rows[column] >= 0]


def is_worth_comparing(candidates: SentenceCandidates, context: MatchContext) -> bool:
    """Return True if the sentence is compared in full: every single claim, and sentences of a document that may be verifiable."""
    if not (candidates.rows >= 0).any():
        return False
    # Only the sentence decides, so that neither the rest of the document nor a cache changes what is compared.
    return context.single_claims or candidates.preliminary >= context.engine.preliminary_ranker.file.compare_from


def compare(sentences: Sequence[SentenceCandidates], context: MatchContext, cancel: CancelToken) -> list[Comparison]:
    """Compare each sentence's most promising candidates in full, in order. Raises Cancelled."""
    return judge_agreement(score_pairs(sentences, context, cancel), context, cancel)


def score_pairs(sentences: Sequence[SentenceCandidates], context: MatchContext, cancel: CancelToken) -> list[Comparison]:
    """Compute pair probabilities and surface overlap, the first half of the comparison, which decides the order of a sentence's
    candidates.

    The first few candidates of every sentence are scored, then further ones of sentences with a candidate that may be about the
    same claim.
    """
    first, limit = FIRST_OF_CLAIM if context.single_claims else FIRST, max(COMPARED, context.verdict_depth)
    more_from = context.engine.preliminary_ranker.file.more_from
    probabilities = _probabilities(sentences, [sentence.most_promising(first) for sentence in sentences], context, cancel)
    # Comparing is slow: only sentences with a candidate that may be about the same claim get further ones.
    further_pairs = [
        [column for column in sentence.most_promising(limit) if column not in scored]
        if max(scored.values(), default=0.0) >= more_from
        else []
        for sentence, scored in zip(sentences, probabilities, strict=True)
    ]
    further_scores = _probabilities(sentences, further_pairs, context, cancel)
    return [
        _compared(sentence, scored_first | scored_later, context)
        for sentence, scored_first, scored_later in zip(sentences, probabilities, further_scores, strict=True)
    ]


def _probabilities(
    sentences: Sequence[SentenceCandidates], columns: Sequence[Sequence[int]], context: MatchContext, cancel: CancelToken
) -> list[dict[int, float]]:
    """Return the probability of each sentence's given columns, by column, from prefilter and pair scorer together."""
    cells = [(index, column) for index, of_sentence in enumerate(columns) for column in of_sentence]
    pairs = [context.pair(sentences[index].sentence, int(sentences[index].rows[column])) for index, column in cells]
    scores = context.engine.pair_scorer.score(pairs, cancel=cancel).astype(np.float64)
    prefilter = np.array([sentences[index].measures["prefilter"][column] for index, column in cells], dtype=np.float64)
    combined = context.engine.preliminary_ranker.file.combined_probability(scores, prefilter)
    probabilities: list[dict[int, float]] = [{} for _ in sentences]
    for (index, column), probability in zip(cells, combined, strict=True):
        probabilities[index][column] = float(probability)
    return probabilities


def _compared(candidates: SentenceCandidates, probabilities: Mapping[int, float], context: MatchContext) -> Comparison:
    """Return the comparison before stance is judged; it is missing wherever the pair may be about the same claim."""
    traits = sentence_traits(candidates.sentence.text, candidates.sentence.speaker)
    stance_from = context.engine.ranker.file.stance_from
    pairs = {
        column: ComparedPair(
            probability=probability,
            overlap=overlap_features(traits, context.factchecks.traits(int(candidates.rows[column]))),
            # The ranker has learnt that a likely pair without stance is no match, so missing is not neutral.
            stance_missing=probability >= stance_from,
        )
        for column, probability in probabilities.items()
    }
    return Comparison(candidates=candidates, pairs=pairs)


def has_stance_to_judge(comparison: Comparison, context: MatchContext) -> bool:
    """Return True if `judge_agreement` will call the stance model."""
    return bool(_readable_columns(comparison, context))


def _readable_columns(comparison: Comparison, context: MatchContext) -> list[int]:
    """Return the columns whose stance is missing and can be judged: the model reads the languages of both sides."""
    candidates, languages = comparison.candidates, context.engine.stance_languages
    sentence_language = context.language_of(candidates.sentence)
    return [
        column
        for column, pair in comparison.pairs.items()
        if pair.stance_missing
        and can_read(sentence_language, context.factchecks[int(candidates.rows[column])].language, languages=languages)
    ]


def judge_agreement(comparisons: Sequence[Comparison], context: MatchContext, cancel: CancelToken) -> list[Comparison]:
    """Judge the second half of the comparison: the stance of pairs that may be about the same claim, and how the sentence reads the
    claim."""
    cells = [(index, column) for index, comparison in enumerate(comparisons) for column in _readable_columns(comparison, context)]
    sentences = [comparisons[index].candidates for index, _ in cells]
    texts = [candidates.sentence.text for candidates in sentences]
    rows = [int(candidates.rows[column]) for candidates, (_, column) in zip(sentences, cells, strict=True)]
    claims = [context.factchecks[row].claim for row in rows]
    stances = judge_stances(list(zip(claims, texts, strict=True)), scorer=context.engine.stance_scorer, cancel=cancel)
    readings, acts = _readings(texts, rows, context, cancel)
    pairs = [dict(comparison.pairs) for comparison in comparisons]
    for (index, column), stance, reading in zip(cells, stances, readings, strict=True):
        # A stance that words contradict counts as missing too: for the ranker "not judged" is not "neutral".
        pairs[index][column] = replace(pairs[index][column], stance=stance, stance_missing=not stance.judged, reading=reading)
    act_of = {index: acts[text] for (index, _), text in zip(cells, texts, strict=True) if text in acts}
    return [replace(comparison, pairs=pairs[index], speech_act=act_of.get(index)) for index, comparison in enumerate(comparisons)]


def _readings(
    texts: Sequence[str], rows: Sequence[int], context: MatchContext, cancel: CancelToken
) -> tuple[Sequence[ClaimReading | None], Mapping[str, SpeechAct]]:
    """Return the reading of each text towards the claim in its row, and by text its speech act."""
    reader = context.engine.claim_reader
    if reader is None or not texts:
        return [None] * len(texts), {}
    readings = reader.read([context.claim_pair(text, row) for text, row in zip(texts, rows, strict=True)], cancel=cancel)
    distinct = list(dict.fromkeys(texts))
    return readings, dict(zip(distinct, reader.acts(distinct, cancel=cancel), strict=True))
