"""Learn the query projection of Verify (`app/verify/query_projection.py`): `python -m models.evidence.leading DATA`.

The projection is a matrix that moves the vectors of claims and questions towards those of their answers. It learns from claims and
questions with their annotated answers; the other answers of a batch are the wrong ones (InfoNCE: van den Oord et al. 2018, equation
4). Answers to nearly the same claim are not used as negatives. Training is seeded and takes some seconds on one thread.
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
"""Number of digits of the encoder's artefact that identify it. A routed encoder's begins with the same ones."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Vectors of queries (`asking`) and of answers; `rows` gives the query row of each answer's claim. All are unit vectors (n, d)."""

    asking: FloatMatrix
    answers: FloatMatrix
    rows: NDArray[np.int64]
    """(pairs, 3): row of the query, row of the answer, row of the claim."""


def answer_pairs(claims: Sequence[Verification], encoder: TextEncoder) -> Pairs:
    """Return the pairs of each claim with its answers, and of each question with its own."""
    asking: dict[str, int] = {}
    answers: dict[str, int] = {}
    rows = []
    for claim in claims:
        about = asking.setdefault(claim.claim.text, len(asking))
        for question in claim.questions:
            question_number = asking.setdefault(question.text, len(asking))
            for answer in question.answers:
                if not answers_nothing(answer):
                    answer_number = answers.setdefault(answer_text(answer), len(answers))
                    rows += [(about, answer_number, about), (question_number, answer_number, about)]
    vectors = [encoder.encode(list(texts), progress=no_progress, cancel=CancelToken()) for texts in (asking, answers)]
    return Pairs(vectors[0], vectors[1], np.array(rows, np.int64))


def learn_projection(pairs: Pairs, *, seed: int = 0) -> NDArray[np.float16]:
    """Return the projection matrix (d, d)."""
    torch.manual_seed(seed)
    asking, answers = torch.from_numpy(pairs.asking), torch.from_numpy(pairs.answers)
    matrix = torch.zeros(asking.shape[1], answers.shape[1], requires_grad=True)
    optimiser = torch.optim.AdamW([matrix], lr=RATE, weight_decay=0.1)
    chooser = np.random.default_rng(seed)
    for _ in range(PASSES):
        order = chooser.permutation(len(pairs.rows))
        for start in range(0, len(order), BATCH):
            question_numbers, answer_numbers, about = pairs.rows[order[start : start + BATCH]].T
            projected = torch.nn.functional.normalize(asking[question_numbers] + asking[question_numbers] @ matrix, dim=1)
            alike = asking[about] @ asking[about].T > ALIKE
            alike.fill_diagonal_(False)
            logits = (SCALE * projected @ answers[answer_numbers].T).masked_fill(alike, -1e4)
            optimiser.zero_grad()
            torch.nn.functional.cross_entropy(logits, torch.arange(len(question_numbers))).backward()  # type: ignore[no-untyped-call]
            optimiser.step()
    return matrix.detach().numpy().astype(np.float16)


def save_projection(path: Path, matrix: NDArray[np.float16], *, artefact: str) -> None:
    """Write the projection's file."""
    save_file({TENSOR: torch.from_numpy(matrix)}, path, metadata={ENCODER: artefact[:DIGITS]})
    path.chmod(0o644)


def train(data: Path) -> None:
    """Train and write the projection.

    It learns from claims of the training part that the answerer does not learn from. So the answerer sees how far the projection
    can be trusted on new claims.
    """
    claims = read_claims(data)
    reserved_claims = set(answerer_claims(claims.parts))
    encoder = Session(device="cpu", threads=1).models.shared_encoder()
    pairs = answer_pairs([claims.all[index] for index in claims.parts.train if index not in reserved_claims], encoder)
    save_projection(FOLDER / "leading.safetensors", learn_projection(pairs), artefact=encoder.identity.artefact)


if __name__ == "__main__":
    train(Path(sys.argv[1]))
