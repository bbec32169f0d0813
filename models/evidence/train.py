"""Trains the answerer: `python -m models.evidence.train DATA` (the research data's folder).

Learns from AVeriTeC's claims of the training part: the passages that its annotators' answers are, for their questions and for the
questions that the program asks itself, against those that the program finds beside them, and against the paper's corruptions (section 5.2):
for each right triple three wrong claims, three wrong questions and three wrong answers. Where claims and questions lead (`.leading`) is
learnt before, from the other claims of the training part. Run `python -m models.manifest` after it.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score

from app.bootstrap import Session
from app.domain.evidence import EvidenceFilter
from app.domain.progress import CancelToken, no_progress
from app.domain.verification import Verification
from app.evaluation.averitec.gold import answer_text
from app.evaluation.averitec.pool import pool_documents
from app.ports import EvidenceIndex, PairInput
from app.services.verifying_search import Candidates, EvidenceSearch
from app.verify.answerer import CLASSES, FEATURES, Measured, answer_features
from app.verify.leading import Leading, load_leading
from app.verify.linear_model import LinearFile
from app.verify.premises import answers_nothing
from app.verify.questions import template_questions
from app.verify.recipe import RECIPE
from models.averitec import Array, read_claims, write_linear
from models.evidence.leading import answer_pairs, learn_leading, save_leading
from models.training import CACHE, write_json

FOLDER = Path(__file__).resolve().parent
CLAIMS, HELD_BACK = 240, 60
"""Claims that are learnt from, and claims of the part for choosing that the figures are from."""
WRONG, KEEP, ASKED = 3, 20, 3
"""Corruptions of each kind; passages that are looked at for a claim; questions of the program's own for each claim."""
_ABOUT = {
    "name": "evidence-1",
    "role": "evidence",
    "licence": "AGPL-3.0-or-later (see CARD.md)",
    "code": 1,
    "files": ["model.json", "leading.safetensors", "config.json"],
}


@dataclass(frozen=True, slots=True)
class Sample:
    """Rows of features with labels; `group` numbers the question that a row belongs to."""

    features: Array
    labels: NDArray[np.int64]
    groups: NDArray[np.int64]


class Examples:
    """Makes the examples of claims, with the closed pool of all answers as evidence."""

    def __init__(self, session: Session, index: EvidenceIndex, claims: Sequence[Verification], leading: Leading) -> None:
        self._session, self._index, self._claims, self._leading = session, index, claims, leading
        self._cancel = CancelToken()
        self._random = random.Random(0)

    def of(self, places: Sequence[int], *, corrupted: bool) -> Sample:
        """The examples of the claims at these places."""
        rows: list[Any] = []
        labels: list[int] = []
        groups: list[int] = []
        for place in places:
            for features, right in self._of_claim(self._claims[place], corrupted):
                number = groups[-1] + 1 if groups else 0
                rows.append(features)
                labels += right
                groups += [number] * len(right)
        return Sample(np.vstack(rows).astype(np.float64), np.array(labels), np.array(groups))

    def _of_claim(self, claim: Verification, corrupted: bool) -> list[tuple[Any, list[int]]]:
        """(features, labels) of each question: the annotators' ones and the first of our own."""
        gold = [(one.text, [answer_text(answer) for answer in one.answers if not answers_nothing(answer)]) for one in claim.questions]
        everything = {_plain(text) for _, answers in gold for text in answers}
        own = [question.text for question in template_questions(claim.claim)[:ASKED]]
        asked = [question for question, _ in gold] + own + [claim.claim.text]
        found = self._found(claim, asked)
        texts = [passage.text for passage in found.passages]
        made: list[tuple[Any, list[int]]] = []
        for number, question in enumerate(asked):
            right = {_plain(text) for text in gold[number][1]} if number < len(gold) else everything
            kept = [place for place, text in enumerate(texts) if _plain(text) in right or _plain(text) not in everything]
            features = answer_features(claim.claim.text, question, texts, found.measured[number])[kept]
            made.append((features, [int(_plain(texts[place]) in right) for place in kept]))
            if corrupted and number < len(gold):
                made += self._corrupted(claim, question, right, found, number)
        return made

    def _found(self, claim: Verification, questions: Sequence[str]) -> Candidates:
        among = EvidenceFilter(before=claim.claim.made, undated=claim.claim.made is None)
        return EvidenceSearch(
            index=self._index,
            allowed=self._index.allowed(among),
            encoder=self._session.shared_encoder(),
            leading=self._leading,
            pairs=self._session.pair_scorer(),
            recipe=RECIPE,
            cancel=self._cancel,
        ).find(claim.claim.text, questions, keep=KEEP)

    def _corrupted(
        self, claim: Verification, question: str, right: set[str], found: Candidates, number: int
    ) -> list[tuple[Any, list[int]]]:
        """The right answers that were found with three wrong questions and with three wrong claims; wrong answers are there already."""
        texts = [passage.text for passage in found.passages]
        places = [place for place, text in enumerate(texts) if _plain(text) in right][:1]
        if not places:
            return []
        others = self._random.sample(range(len(self._claims)), WRONG)
        text, vector = [texts[places[0]]], found.vectors[places]
        measured = found.measured[number]
        made = []
        for other in (self._claims[place] for place in others):
            asked = other.questions[0].text
            cosines, led = self._cosines([asked, other.claim.text, question], vector)
            wrong_question = _one(measured, places[0], cosine_question=cosines[:1], led_question=led[:1])
            relevance = self._session.pair_scorer().score([PairInput(sentence=other.claim.text, claim=text[0])], cancel=self._cancel)
            wrong_claim = Measured(
                cosine_question=cosines[2:3],
                cosine_claim=cosines[1:2],
                words=np.zeros(1),
                beside=np.zeros(1),
                relevance=relevance.astype(np.float64),
                led_question=led[2:3],
                led_claim=led[1:2],
            )
            made.append((answer_features(claim.claim.text, asked, text, wrong_question), [0]))
            made.append((answer_features(other.claim.text, question, text, wrong_claim), [0]))
        return made

    def _cosines(self, texts: list[str], vector: Any) -> tuple[Array, Array]:
        """Of the texts' vectors, and of where they lead."""
        encoder = self._session.shared_encoder()
        vectors = encoder.encode(texts, progress=no_progress, cancel=self._cancel)
        led = self._leading.led(vectors, encoder.identity)
        return (vectors @ vector[0]).astype(np.float64), (led @ vector[0]).astype(np.float64)


def _one(measured: Measured, place: int, **other: Array) -> Measured:
    """The measures of one passage, with `other` ones of some kinds."""
    return Measured(**{field.name: getattr(measured, field.name)[place : place + 1] for field in fields(Measured)} | other)


def _plain(text: str) -> str:
    """Passages are cut and trimmed, so texts are compared by their first words."""
    return " ".join(text.casefold().split())[:160]


def train(data: Path) -> None:
    """Learn, measure, and write the model's files."""
    claims = read_claims(data)
    session = Session(device="cpu", threads=1)
    evidence = session.evidence(CACHE / "averitec", create=True)
    evidence.add(pool_documents(claims.all), progress=no_progress, cancel=CancelToken())
    evidence.encode(encoder=session.encoder(), progress=no_progress, cancel=CancelToken())
    chosen = random.Random(0)
    learnt, held_back = chosen.sample(claims.parts.train, CLAIMS), chosen.sample(claims.parts.choice, HELD_BACK)
    leading = _leading([claims.all[place] for place in sorted(set(claims.parts.train) - set(learnt))], session)
    with closing(evidence.index(encoder=session.encoder(), progress=no_progress, cancel=CancelToken())) as index:
        examples = Examples(session, index, claims.all, leading)
        sample, measured = examples.of(learnt, corrupted=True), examples.of(held_back, corrupted=False)
    mean, spread = sample.features.mean(axis=0), sample.features.std(axis=0) + 1e-6
    model = LogisticRegression(C=1.0, max_iter=1000).fit((sample.features - mean) / spread, sample.labels)
    file = LinearFile(
        name="evidence-1",
        classes=CLASSES,
        features=FEATURES,
        mean=tuple(mean),
        scale=tuple(spread),
        coefficients=(tuple(model.coef_[0]),),
        intercepts=tuple(model.intercept_),
    )
    write_linear(FOLDER / "model.json", file)
    write_json(FOLDER / "config.json", {"priorcheck": _ABOUT})
    metrics = {
        "examples": len(sample.labels),
        "right": int(sample.labels.sum()),
        "held_back": _measured(measured, model.decision_function((measured.features - mean) / spread)),
        "held_back_by_where_the_claim_leads": _measured(measured, measured.features[:, FEATURES.index("led_claim")]),
        "held_back_by_cosine_with_the_claim": _measured(measured, measured.features[:, FEATURES.index("cosine_claim")]),
        "held_back_by_cosine_with_the_question": _measured(measured, measured.features[:, FEATURES.index("cosine_question")]),
        "weights": {name: round(float(weight), 3) for name, weight in zip(FEATURES, model.coef_[0], strict=True)},
    }
    write_json(FOLDER / "metrics.json", metrics)
    print(metrics)


def _leading(claims: Sequence[Verification], session: Session) -> Leading:
    """Learnt and written; the answerer learns from other claims, so that it sees how far it is to be trusted."""
    encoder, path = session.shared_encoder(), FOLDER / "leading.safetensors"
    save_leading(path, learn_leading(answer_pairs(claims, encoder)), artefact=encoder.identity.artefact)
    return load_leading(path)


def _measured(sample: Sample, scores: Array) -> dict[str, float]:
    """Mean average precision over the questions that an answer was found for, and the share of them whose best passage is right."""
    precisions, firsts = [], []
    for group in np.unique(sample.groups):
        rows = sample.groups == group
        if sample.labels[rows].any():
            precisions.append(average_precision_score(sample.labels[rows], scores[rows]))
            firsts.append(sample.labels[rows][np.argmax(scores[rows])])
    return {"map": round(float(np.mean(precisions)), 4), "first_right": round(float(np.mean(firsts)), 4), "questions": len(firsts)}


if __name__ == "__main__":
    train(Path(sys.argv[1]))
