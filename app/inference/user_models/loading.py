"""The user's own models in the program's roles: tested on known pairs before use, verified by fingerprint on loading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from app.domain.progress import CancelToken
from app.errors import ModelError
from app.inference.pairs.cross_encoder import CrossEncoderPairScorer, CrossEncoderStanceScorer
from app.inference.pairs.pair_logits import PairLogits
from app.inference.running.devices import Backend
from app.inference.running.fallback import Notify
from app.inference.user_models.known_pairs import NEEDED, best_columns, encoder_share, pair_share, stance_rows, stance_share
from app.inference.user_models.model_folder import ModelFolder, open_folder, reopen_folder
from app.inference.user_models.user_encoder import Prompts, load_folder_encoder, prompted
from app.inference.user_models.user_pairs import load_user_pairs
from app.ports import FloatMatrix, ModelIdentity, PairInput, PairScorer, StanceScorer, TextEncoder, VectorCache
from app.settings import UserModel
from app.translation import mark, tr

_MEANINGS: Sequence[frozenset[str]] = (
    frozenset({"entailment", "entail", "entails", "support", "supports", "supported", "agree", "agrees", "true"}),
    frozenset({"contradiction", "contradicts", "refute", "refutes", "refuted", "disagree", "disagrees", "deny", "denies", "false"}),
    frozenset({"neutral", "unrelated", "nei", "not enough info", "not enough information", "unknown", "other", "discuss"}),
)
_FAILED = {
    "encoder": mark("sentences that say the same are not nearer to each other for it than others"),
    "pair_scorer": mark("pairs about the same claim do not score above pairs about different ones"),
    "stance": mark("it does not tell agreeing pairs from denying and unrelated ones"),
}


class _RelatedScorer:
    """Pair scorer over an inference model: the probability that the published text is not neutral towards the sentence."""

    def __init__(self, stance: StanceScorer) -> None:
        self._stance = stance

    @property
    def identity(self) -> ModelIdentity:
        inner = self._stance.identity
        return replace(inner, name=f"{inner.name}-related")

    def score(self, pairs: Sequence[PairInput], *, cancel: CancelToken) -> FloatMatrix:
        """Return probabilities (len(pairs),), float32. Raises Cancelled."""
        rows = self._stance.stance([pair.claim for pair in pairs], [pair.sentence for pair in pairs], cancel=cancel)
        return np.asarray(rows[:, 0] + rows[:, 1], np.float32)


def validate_user_model(role: str, folder: Path, *, device: Backend) -> UserModel:
    """Load the folder and test it on the known pairs.

    Raises ModelError: `own-model-missing`, `own-model-unfit` (cannot be loaded, or is for another task), `own-model-poor` (fails
    the test).
    """
    folder_model = open_folder(folder, role=role)
    if role == "encoder":
        encoder, prompts = load_folder_encoder(folder_model, device=device)
        share = encoder_share(prompted(encoder, prompts.query), prompted(encoder, prompts.passage))
    elif role == "pair_scorer":
        share = pair_share(_pair_scorer(folder_model, device=device))
    else:
        share = stance_share(_stance_scorer(folder_model, device=device))
    if not share >= NEEDED[role]:
        message = tr(
            "The folder “{folder}” fails the test on known pairs: {reason} ({share} right, {needed} needed).",
            folder=folder_model.folder,
            reason=tr(_FAILED[role]),
            share=f"{share:.0%}",
            needed=f"{NEEDED[role]:.0%}",
        )
        raise ModelError("own-model-poor", message, hint=tr("Nothing was changed; choose a model that was trained for this."))
    return UserModel(folder=folder_model.folder, fingerprint=folder_model.fingerprint)


def load_user_encoder(user_model: UserModel, *, device: Backend, notify: Notify | None = None) -> tuple[TextEncoder, Prompts]:
    """Load the user's encoder and its prompts. Raises ModelError: `own-model-missing`, `own-model-altered`, `own-model-unfit`."""
    return load_folder_encoder(_reopened("encoder", user_model), device=device, notify=notify)


def load_user_pair_scorer(
    user_model: UserModel, *, device: Backend, cache: VectorCache | None = None, notify: Notify | None = None
) -> PairScorer:
    """Load the user's pair scorer; raises as `load_user_encoder`."""
    return _pair_scorer(_reopened("pair_scorer", user_model), device=device, cache=cache, notify=notify)


def load_user_stance_scorer(
    user_model: UserModel, *, device: Backend, cache: VectorCache | None = None, notify: Notify | None = None
) -> StanceScorer:
    """Load the user's stance model; raises as `load_user_encoder`."""
    return _stance_scorer(_reopened("stance", user_model), device=device, cache=cache, notify=notify)


def _reopened(role: str, user_model: UserModel) -> ModelFolder:
    return reopen_folder(user_model.folder, role=role, fingerprint=user_model.fingerprint)


def _pair_scorer(folder: ModelFolder, *, device: Backend, cache: VectorCache | None = None, notify: Notify | None = None) -> PairScorer:
    logits, labels = load_user_pairs(folder, device=device, cache=cache, notify=notify)
    if logits.columns == 1:
        return CrossEncoderPairScorer(logits, column=0, scale=1.0, shift=0.0, name=f"{folder.name}-pairs", artefact=folder.fingerprint)
    return _RelatedScorer(_stance_of(folder, logits, labels))


def _stance_scorer(folder: ModelFolder, *, device: Backend, cache: VectorCache | None = None, notify: Notify | None = None) -> StanceScorer:
    logits, labels = load_user_pairs(folder, device=device, cache=cache, notify=notify)
    if logits.columns != 3:
        raise folder.unfit(tr("it gives one number for a pair, where stance needs three (support, refute, neutral)"))
    return _stance_of(folder, logits, labels)


def _stance_of(folder: ModelFolder, logits: PairLogits, labels: Mapping[int, str]) -> StanceScorer:
    """Return a stance scorer. Meaningful label names are used, and tested; otherwise the columns are inferred from the known pairs."""

    def scorer(columns: Sequence[int]) -> StanceScorer:
        name = f"{folder.name}-stance"
        return CrossEncoderStanceScorer(logits, columns=columns, temperature=1.0, name=name, artefact=folder.fingerprint)

    column_names = _named_columns(labels)
    # Where the names of the labels do not say which column is which, the known pairs tell.
    return scorer(column_names or best_columns(stance_rows(scorer((0, 1, 2)))))


def _named_columns(labels: Mapping[int, str]) -> tuple[int, int, int] | None:
    """Return the columns of support, refute and neutral by their label names; None if the names do not say."""
    words = {column: label.lower().replace("_", " ").replace("-", " ").strip() for column, label in labels.items()}
    columns_by_meaning = [[column for column, word in words.items() if word in meaning] for meaning in _MEANINGS]
    if any(len(columns) != 1 for columns in columns_by_meaning):
        return None
    return columns_by_meaning[0][0], columns_by_meaning[1][0], columns_by_meaning[2][0]
