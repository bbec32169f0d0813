"""Features of a (sentence, fact-check) pair for the prefilter; all finite, each a function of the pair only."""

from __future__ import annotations

import math

import numpy as np

from app.domain.wording import share, wording
from app.domain.wordlists import FORMS_OF_ADDRESS
from app.ports import FloatMatrix, PairInput

NAMES = (
    "cosine_claim",
    "cosine_title",
    "cosine_best_squared",
    "sentence_in_claim",
    "title_in_sentence",
    "jaccard",
    "shared_words",
    "shared_numbers",
    "other_numbers",
    "claim_numbers_absent",
    "names_in_sentence",
    "names_in_claim",
    "shared_names",
    "negation_differs",
    "sentence_length",
    "claim_length",
    "length_ratio",
    "same_speaker",
    "cosine_by_overlap",
)


def pair_features(pairs: list[PairInput], cosine_claim: FloatMatrix, cosine_title: FloatMatrix) -> FloatMatrix:
    """Return one row for each pair with the columns of `NAMES`, float32; the cosines (n,) are the sentence's with claim and title."""
    rows = [_row(pair, float(claim), float(title)) for pair, claim, title in zip(pairs, cosine_claim, cosine_title, strict=True)]
    return np.array(rows, np.float32).reshape(len(rows), len(NAMES))


def _row(pair: PairInput, claim_cosine: float, title_cosine: float) -> tuple[float, ...]:
    sentence, claim, title = wording(pair.sentence), wording(pair.claim), wording(pair.title)
    common = len(sentence.stems & claim.stems)
    best = max(claim_cosine, title_cosine, 0.0)
    numbers = len(sentence.numbers & claim.numbers)
    return (
        claim_cosine,
        title_cosine,
        best**2,
        share(sentence.stems, claim.stems),
        share(title.stems, sentence.stems),
        common / max(1, len(sentence.stems | claim.stems)),
        math.log1p(common),
        math.log1p(numbers),
        float(bool(sentence.numbers) and bool(claim.numbers) and not numbers),
        float(bool(claim.numbers) and not sentence.numbers),
        share(claim.names, sentence.stems),
        share(sentence.names, claim.stems),
        math.log1p(len(sentence.names & claim.names)),
        float((sentence.negations + claim.negations) % 2),
        math.log1p(sentence.length),
        math.log1p(claim.length),
        abs(math.log1p(sentence.length) - math.log1p(claim.length)),
        float(_same_speaker(pair.speaker, pair.claimant)),
        best * share(claim.stems, sentence.stems),
    )


def _same_speaker(speaker: str, claimant: str) -> bool:
    """Return True if the sentence's speaker made the checked claim, judged by a shared name."""
    return bool((wording(speaker).words & wording(claimant).words) - FORMS_OF_ADDRESS)
