"""Learns where claims and questions lead (`app/verify/query_projection.py`): `python -m models.evidence.leading DATA`.

A matrix that moves their vectors towards those of their answers.

From claims and questions beside the annotators' answers to them, with the other answers of a batch as wrong ones (InfoNCE: van den Oord
et al. 2018, equation 4); answers to nearly the same claim are not held against one another. Seeded; some seconds on one thread.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import save_file

from app.bootstrap import Session
from app.domain.progress import CancelToken, no_progress
from app.domain.verification import Verification
from app.ports import FloatMatrix, TextEncoder
from app.verify.premises import answers_nothing
from app.verify.query_projection import ENCODER, TENSOR
from models.averitec import read_claims
from models.evidence.candidates import answerer_claims
from models.research.averitec.gold import answer_text

FOLDER = Path(__file__).resolve().parent
PASSES, BATCH, RATE, SCALE, ALIKE = 6, 512, 2e-4, 20.0, 0.7
DIGITS = 8
"""So many digits of the encoder's artefact name it: those that a routed encoder's begins with, too."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Rows of texts that ask, rows of answers to them and, for each, the row of its claim among the `asking`; all unit vectors (n, d)."""

    asking: FloatMatrix
    answers: FloatMatrix
    rows: NDArray[np.int64]
    """(pairs, 3): asking, answer, claim."""


def answer_pairs(claims: Sequence[Verification], encoder: TextEncoder) -> Pairs:
    """Each claim with each of its answers, and each question with its own."""
    asking: dict[str, int] = {}
    answers: dict[str, int] = {}
    rows = []
    for claim in claims:
        about = asking.setdefault(claim.claim.text, len(asking))
        for question in claim.questions:
            asked = asking.setdefault(question.text, len(asking))
            for answer in question.answers:
                if not answers_nothing(answer):
                    told = answers.setdefault(answer_text(answer), len(answers))
                    rows += [(about, told, about), (asked, told, about)]
    vectors = [encoder.encode(list(texts), progress=no_progress, cancel=CancelToken()) for texts in (asking, answers)]
    return Pairs(vectors[0], vectors[1], np.array(rows, np.int64))


def learn_leading(pairs: Pairs, *, seed: int = 0) -> NDArray[np.float16]:
    """The matrix (d, d)."""
    torch.manual_seed(seed)
    asking, answers = torch.from_numpy(pairs.asking), torch.from_numpy(pairs.answers)
    matrix = torch.zeros(asking.shape[1], answers.shape[1], requires_grad=True)
    optimiser = torch.optim.AdamW([matrix], lr=RATE, weight_decay=0.1)
    chooser = np.random.default_rng(seed)
    for _ in range(PASSES):
        order = chooser.permutation(len(pairs.rows))
        for start in range(0, len(order), BATCH):
            asked, told, about = pairs.rows[order[start : start + BATCH]].T
            moved = torch.nn.functional.normalize(asking[asked] + asking[asked] @ matrix, dim=1)
            alike = asking[about] @ asking[about].T > ALIKE
            alike.fill_diagonal_(False)
            logits = (SCALE * moved @ answers[told].T).masked_fill(alike, -1e4)
            optimiser.zero_grad()
            torch.nn.functional.cross_entropy(logits, torch.arange(len(asked))).backward()  # type: ignore[no-untyped-call]
            optimiser.step()
    return matrix.detach().numpy().astype(np.float16)


def save_leading(path: Path, matrix: NDArray[np.float16], *, artefact: str) -> None:
    """The model's file."""
    save_file({TENSOR: torch.from_numpy(matrix)}, path, metadata={ENCODER: artefact[:DIGITS]})
    path.chmod(0o644)


def train(data: Path) -> None:
    """Learnt from the claims of the training part that the answerer does not learn from, so that it sees how far this is to be trusted."""
    claims = read_claims(data)
    kept_back = set(answerer_claims(claims.parts))
    encoder = Session(device="cpu", threads=1).models.shared_encoder()
    pairs = answer_pairs([claims.all[place] for place in claims.parts.train if place not in kept_back], encoder)
    save_leading(FOLDER / "leading.safetensors", learn_leading(pairs), artefact=encoder.identity.artefact)


if __name__ == "__main__":
    train(Path(sys.argv[1]))
