"""Loading of the models behind the seed paper's measures."""

from __future__ import annotations

from pathlib import Path

from app.bootstrap import Session
from app.inference.running.devices import Precision
from models.research.paper.half_precision import half_encoder, half_stance_scorer
from models.research.paper.measures import ENCODERS
from models.research.paper.models import PaperModels
from models.research.paper.token_vectors import load_token_encoder
from models.research.second_encoder import load_second_encoder


def load_paper_models(session: Session, *, second: Path | None, half: bool) -> PaperModels:
    """Load the models behind the 19 measures. `second` is the folder of the second encoder (None: the stock one).

    With `half` they are the bundled ones in bfloat16. Only our encoder of sentences, claims and titles is not, since the index has
    these in its own precision. Raises ModelError, and InputError if there is no second encoder.
    """
    folder = session.models.folder
    precision: Precision = "bfloat16" if half else "float32"
    encoder, other = session.models.encoder(), load_second_encoder(second, precision=precision)
    return PaperModels(
        encoders=dict(zip(ENCODERS, (encoder, other), strict=True)),
        readers=dict(zip(ENCODERS, (half_encoder(folder) if half else encoder, other), strict=True)),
        tokens=load_token_encoder(models=folder, precision=precision),
        stance=half_stance_scorer(folder) if half else session.models.stance_scorer(),
        exact=load_paper_models(session, second=second, half=False) if half else None,
    )
