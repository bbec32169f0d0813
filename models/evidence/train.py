"""Train the answerer: `python -m models.evidence.train DATA` (the research data's folder).

It learns from claims of AVeriTeC's training part. Right passages are the annotators' answers, for their questions and for the
program's own. Wrong ones are the other passages that the program finds, and the paper's corruptions (section 5.2): for each right
triple three wrong claims, three wrong questions and three wrong answers. The query projection (`.leading`) and the answer scorer
(`.branch`) are trained before, on the other claims of the training part. Run `python -m models.manifest` after it.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.metrics import average_precision_score

from app.bootstrap import Session
from app.domain.progress import CancelToken, no_progress
from app.domain.verification import Verification
from app.ports import EvidenceIndex, PairInput
from app.services.verifying_search import Candidates
from app.verify.answerer import CLASSES, FEATURES, Measured, answer_features
from app.verify.linear_model import LinearFile
from app.verify.premises import answers_nothing
from app.verify.query_projection import QueryProjection, load_query_projection
from app.verify.questions import template_questions
from models.averitec import Array, read_claims, write_linear
from models.evidence.candidates import ASKED, answerer_claims, candidates, plain, pool_index
from models.evidence.ordering import Sample, fitted
from models.research.averitec.gold import answer_text
from models.training import write_json

FOLDER = Path(__file__).resolve().parent
HELD_BACK = 2
"""The figures are from one claim in this many of the choice part."""
WRONG, KEEP = 3, 20
"""Corruptions of each kind; passages that are considered for a claim."""


class Examples:
    """Maker of training examples, with the closed pool of all answers as evidence."""

    def __init__(self, session: Session, index: EvidenceIndex, claims: Sequence[Verification], leading: QueryProjection) -> None:
        self._session, self._index, self._claims, self._leading = session, index, claims, leading
        self._cancel = CancelToken()
        self._random = random.Random(0)

    def of(self, indexes: Sequence[int], *, corrupted: bool) -> Sample:
        """Return the examples of the claims at these indexes."""
        rows: list[Any] = []
        labelled: list[tuple[int, int, int, int]] = []  # label, claim, question, the right row of a corruption
        for number, index in enumerate(indexes):
            right_row = -1
            for group, (features, labels, is_corruption) in enumerate(self._of_claim(self._claims[index], corrupted)):
                if not is_corruption:
                    right_row = len(labelled) + labels.index(1) if 1 in labels else -1
                rows.append(features)
                labelled += [(label, number, group, right_row if is_corruption else -1) for label in labels]
        labels, claims, groups, against = np.array(labelled).T
        return Sample(np.vstack(rows).astype(np.float64), labels, claims, groups, against)

    def _of_claim(self, claim: Verification, corrupted: bool) -> list[tuple[Any, list[int], bool]]:
        """Return (features, labels, is_corruption) for each question: the annotators' ones and our first. A corruption belongs to
        the entry before it."""
        gold = [
            (gold_question.text, [answer_text(answer) for answer in gold_question.answers if not answers_nothing(answer)])
            for gold_question in claim.questions
        ]
        gold_answers = {plain(text) for _, answers in gold for text in answers}
        template_texts = [question.text for question in template_questions(claim.claim)[:ASKED]]
        queries = [question for question, _ in gold] + template_texts + [claim.claim.text]
        candidates = self._found(claim, queries)
        texts = [passage.text for passage in candidates.passages]
        groups: list[tuple[Any, list[int], bool]] = []
        for number, question in enumerate(queries):
            right_answers = {plain(text) for text in gold[number][1]} if number < len(gold) else gold_answers
            kept_indexes = [index for index, text in enumerate(texts) if plain(text) in right_answers or plain(text) not in gold_answers]
            features = answer_features(claim.claim.text, question, texts, candidates.measured[number])[kept_indexes]
            groups.append((features, [int(plain(texts[index]) in right_answers) for index in kept_indexes], False))
            if corrupted and number < len(gold):
                groups += self._corrupted(claim, question, right_answers, candidates, number)
        return groups

    def _found(self, claim: Verification, questions: Sequence[str]) -> Candidates:
        return candidates(claim, questions, session=self._session, index=self._index, leading=self._leading, keep=KEEP)

    def _corrupted(
        self, claim: Verification, question: str, right_answers: set[str], candidates: Candidates, number: int
    ) -> list[tuple[Any, list[int], bool]]:
        """Return the right answers with three wrong questions and with three wrong claims. Wrong answers are already among the
        examples."""
        texts = [passage.text for passage in candidates.passages]
        right_indexes = [index for index, text in enumerate(texts) if plain(text) in right_answers][:1]
        if not right_indexes:
            return []
        other_indexes = self._random.sample(range(len(self._claims)), WRONG)
        text, vector = [texts[right_indexes[0]]], candidates.vectors[right_indexes]
        measured = candidates.measured[number]
        corruptions = []
        for other in (self._claims[index] for index in other_indexes):
            other_question = other.questions[0].text
            cosines, led = self._cosines([other_question, other.claim.text, question], vector)
            wrong_question = _single_passage(measured, right_indexes[0], cosine_question=cosines[:1], led_question=led[:1])
            pair = [PairInput(sentence=other.claim.text, claim=text[0])]
            relevance = self._session.models.pair_scorer().score(pair, cancel=self._cancel)
            answers = self._session.models.answer_scorer().score(pair, cancel=self._cancel)
            wrong_claim = Measured(
                cosine_question=cosines[2:3],
                cosine_claim=cosines[1:2],
                words=np.zeros(1),
                document_scores=np.zeros(1),
                relevance=relevance.astype(np.float64),
                projected_question=led[2:3],
                projected_claim=led[1:2],
                answers=answers.astype(np.float64),
            )
            corruptions.append((answer_features(claim.claim.text, other_question, text, wrong_question), [0], True))
            corruptions.append((answer_features(other.claim.text, question, text, wrong_claim), [0], True))
        return corruptions

    def _cosines(self, texts: list[str], vector: Any) -> tuple[Array, Array]:
        """Return the cosines with the texts' vectors, and with their projected vectors."""
        encoder = self._session.models.shared_encoder()
        vectors = encoder.encode(texts, progress=no_progress, cancel=self._cancel)
        led = self._leading.project(vectors, encoder.identity)
        return (vectors @ vector[0]).astype(np.float64), (led @ vector[0]).astype(np.float64)


def _single_passage(measured: Measured, index: int, **other: Array) -> Measured:
    """Return the measures of one passage. `other` replaces measures by name."""
    return Measured(**{field.name: getattr(measured, field.name)[index : index + 1] for field in fields(Measured)} | other)


def train(data: Path) -> None:
    """Train, measure, and write the model's files."""
    claims = read_claims(data)
    session = Session(device="cpu")
    learnt, held_back = answerer_claims(claims.parts), claims.parts.choice[::HELD_BACK]
    leading = load_query_projection(FOLDER / "leading.safetensors")
    with pool_index(session, claims.all) as index:
        examples = Examples(session, index, claims.all, leading)
        sample, measured = examples.of(learnt, corrupted=True), examples.of(held_back, corrupted=False)
    feature_means = np.nanmean(sample.features, axis=0)  # for passages that the answer scorer cannot read
    sample, measured = (
        replace(part, features=np.where(np.isnan(part.features), feature_means, part.features)) for part in (sample, measured)
    )
    ordering = fitted(sample)
    file = LinearFile(
        name="evidence-2",
        classes=CLASSES,
        features=FEATURES,
        mean=tuple(ordering.mean),
        scale=tuple(ordering.spread),
        coefficients=(tuple(ordering.weights),),
        intercepts=(ordering.intercept,),
    )
    write_linear(FOLDER / "model.json", file)
    metrics = {
        "examples": len(sample.labels),
        "right": int(sample.labels.sum()),
        "held_back": _measured(measured, ordering.scores(measured.features)),
        "held_back_by_where_the_claim_leads": _measured(measured, measured.features[:, FEATURES.index("led_claim")]),
        "held_back_by_cosine_with_the_claim": _measured(measured, measured.features[:, FEATURES.index("cosine_claim")]),
        "held_back_by_cosine_with_the_question": _measured(measured, measured.features[:, FEATURES.index("cosine_question")]),
        "weights": {name: round(float(weight), 3) for name, weight in zip(FEATURES, ordering.weights, strict=True)},
    }
    write_json(FOLDER / "metrics.json", metrics)
    print(metrics)


def _measured(sample: Sample, scores: Array) -> dict[str, float]:
    """Return mean average precision over the questions with a found answer, and the share of them with a right best passage."""
    precisions, firsts = [], []
    for claim, group in np.unique(np.stack([sample.claims, sample.groups]), axis=1).T:
        rows = (sample.claims == claim) & (sample.groups == group)
        if sample.labels[rows].any():
            precisions.append(average_precision_score(sample.labels[rows], scores[rows]))
            firsts.append(sample.labels[rows][np.argmax(scores[rows])])
    return {"map": round(float(np.mean(precisions)), 4), "first_right": round(float(np.mean(firsts)), 4), "questions": len(firsts)}


if __name__ == "__main__":
    train(Path(sys.argv[1]))
