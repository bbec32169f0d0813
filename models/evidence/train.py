"""Trains the answerer: `python -m models.evidence.train DATA` (the research data's folder).

Learns from AVeriTeC's claims of the training part: the passages that its annotators' answers are, for their questions and for the
questions that the program asks itself, against those that the program finds beside them, and against the paper's corruptions (section 5.2):
for each right triple three wrong claims, three wrong questions and three wrong answers. Where claims and questions lead (`.leading`) and
what the answer scorer says (`.branch`) are learnt before, from the other claims of the training part. Run `python -m models.manifest`
after it.
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
"""The figures are from one claim in so many of the part for choosing."""
WRONG, KEEP = 3, 20
"""Corruptions of each kind; passages that are looked at for a claim."""


class Examples:
    """Makes the examples of claims, with the closed pool of all answers as evidence."""

    def __init__(self, session: Session, index: EvidenceIndex, claims: Sequence[Verification], leading: QueryProjection) -> None:
        self._session, self._index, self._claims, self._leading = session, index, claims, leading
        self._cancel = CancelToken()
        self._random = random.Random(0)

    def of(self, places: Sequence[int], *, corrupted: bool) -> Sample:
        """The examples of the claims at these places."""
        rows: list[Any] = []
        made: list[tuple[int, int, int, int]] = []  # label, claim, question, the right row of a corruption
        for number, place in enumerate(places):
            right = -1
            for group, (features, labels, spoilt) in enumerate(self._of_claim(self._claims[place], corrupted)):
                if not spoilt:
                    right = len(made) + labels.index(1) if 1 in labels else -1
                rows.append(features)
                made += [(label, number, group, right if spoilt else -1) for label in labels]
        labels, claims, groups, against = np.array(made).T
        return Sample(np.vstack(rows).astype(np.float64), labels, claims, groups, against)

    def _of_claim(self, claim: Verification, corrupted: bool) -> list[tuple[Any, list[int], bool]]:
        """(features, labels, whether it is a corruption of the one before) of each question: the annotators' ones and our first."""
        gold = [(one.text, [answer_text(answer) for answer in one.answers if not answers_nothing(answer)]) for one in claim.questions]
        everything = {plain(text) for _, answers in gold for text in answers}
        own = [question.text for question in template_questions(claim.claim)[:ASKED]]
        asked = [question for question, _ in gold] + own + [claim.claim.text]
        found = self._found(claim, asked)
        texts = [passage.text for passage in found.passages]
        made: list[tuple[Any, list[int], bool]] = []
        for number, question in enumerate(asked):
            right = {plain(text) for text in gold[number][1]} if number < len(gold) else everything
            kept = [place for place, text in enumerate(texts) if plain(text) in right or plain(text) not in everything]
            features = answer_features(claim.claim.text, question, texts, found.measured[number])[kept]
            made.append((features, [int(plain(texts[place]) in right) for place in kept], False))
            if corrupted and number < len(gold):
                made += self._corrupted(claim, question, right, found, number)
        return made

    def _found(self, claim: Verification, questions: Sequence[str]) -> Candidates:
        return candidates(claim, questions, session=self._session, index=self._index, leading=self._leading, keep=KEEP)

    def _corrupted(
        self, claim: Verification, question: str, right: set[str], found: Candidates, number: int
    ) -> list[tuple[Any, list[int], bool]]:
        """The right answers that were found with three wrong questions and with three wrong claims; wrong answers are there already."""
        texts = [passage.text for passage in found.passages]
        places = [place for place, text in enumerate(texts) if plain(text) in right][:1]
        if not places:
            return []
        others = self._random.sample(range(len(self._claims)), WRONG)
        text, vector = [texts[places[0]]], found.vectors[places]
        measured = found.measured[number]
        made = []
        for other in (self._claims[place] for place in others):
            asked = other.questions[0].text
            cosines, led = self._cosines([asked, other.claim.text, question], vector)
            wrong_question = _one(measured, places[0], cosine_question=cosines[:1], projected_question=led[:1])
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
            made.append((answer_features(claim.claim.text, asked, text, wrong_question), [0], True))
            made.append((answer_features(other.claim.text, question, text, wrong_claim), [0], True))
        return made

    def _cosines(self, texts: list[str], vector: Any) -> tuple[Array, Array]:
        """Of the texts' vectors, and of where they lead."""
        encoder = self._session.models.shared_encoder()
        vectors = encoder.encode(texts, progress=no_progress, cancel=self._cancel)
        led = self._leading.project(vectors, encoder.identity)
        return (vectors @ vector[0]).astype(np.float64), (led @ vector[0]).astype(np.float64)


def _one(measured: Measured, place: int, **other: Array) -> Measured:
    """The measures of one passage, with `other` ones of some kinds."""
    return Measured(**{field.name: getattr(measured, field.name)[place : place + 1] for field in fields(Measured)} | other)


def train(data: Path) -> None:
    """Learn, measure, and write the model's files."""
    claims = read_claims(data)
    session = Session(device="cpu")
    learnt, held_back = answerer_claims(claims.parts), claims.parts.choice[::HELD_BACK]
    leading = load_query_projection(FOLDER / "leading.safetensors")
    with pool_index(session, claims.all) as index:
        examples = Examples(session, index, claims.all, leading)
        sample, measured = examples.of(learnt, corrupted=True), examples.of(held_back, corrupted=False)
    usual = np.nanmean(sample.features, axis=0)  # what the answer scorer cannot read is as good as the others
    sample, measured = (replace(one, features=np.where(np.isnan(one.features), usual, one.features)) for one in (sample, measured))
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
    """Mean average precision over the questions that an answer was found for, and the share of them whose best passage is right."""
    precisions, firsts = [], []
    for claim, group in np.unique(np.stack([sample.claims, sample.groups]), axis=1).T:
        rows = (sample.claims == claim) & (sample.groups == group)
        if sample.labels[rows].any():
            precisions.append(average_precision_score(sample.labels[rows], scores[rows]))
            firsts.append(sample.labels[rows][np.argmax(scores[rows])])
    return {"map": round(float(np.mean(precisions)), 4), "first_right": round(float(np.mean(firsts)), 4), "questions": len(firsts)}


if __name__ == "__main__":
    train(Path(sys.argv[1]))
