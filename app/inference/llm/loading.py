"""Opens the user's language model: test before the first use, and reopening by path and fingerprint."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from app.domain.progress import CancelToken
from app.errors import ModelError
from app.inference.llm.benchmark_store import BenchmarkStore
from app.inference.llm.gguf_file import GgufModel, open_gguf, reopen_gguf, unfit
from app.inference.llm.model import LocalLanguageModel
from app.inference.llm.process import LanguageModelProcess, default_command
from app.inference.user_models.known_pairs import KNOWN
from app.paths import cache_dir
from app.ports import LanguageModel, OutputForm, asked
from app.settings import UserModel
from app.translation import tr

_YES_OR_NO = OutputForm(grammar='root ::= "yes" | "no"\n')
NEEDED = 0.75
"""Of the known pairs, how many a model that scores documents must put first."""


def open_language_model(user_model: UserModel, *, device: str, threads: int, cancel: CancelToken) -> LocalLanguageModel:
    """Open the user's language model; it is loaded on the first call.

    Raises ModelError `own-model-missing`, `own-model-unfit`, `own-model-altered`; and Cancelled while the file is hashed.
    """
    findings = _kept()
    file = open_gguf(user_model.folder)
    model = reopen_gguf(user_model.folder, digest=findings.digest(file, cancel=cancel), fingerprint=user_model.fingerprint)
    return _over(model, user_model.fingerprint, findings, device=device, threads=threads)


def validate_language_model(path: Path, *, device: str, threads: int, cancel: CancelToken) -> UserModel:
    """Load the file and test it.

    Raises ModelError `own-model-missing`, `own-model-unfit` (no GGUF file, incomplete, or of another kind), `own-model-poor` (a
    reranker that is not better than chance), `llm-missing`, `llm-failed`, `llm-stopped`; and Cancelled.
    """
    file = open_gguf(path)
    findings = _kept()
    user_model = UserModel(folder=file.path, fingerprint=findings.digest(file, cancel=cancel))
    model = _over(file, user_model.fingerprint, findings, device=device, threads=threads)
    try:
        model.load(cancel=cancel)
        _try(model, file, cancel)
    finally:
        model.close()
    return user_model


def _try(model: LanguageModel, file: GgufModel, cancel: CancelToken) -> None:
    if file.ranks:
        share = ranking_share(model, cancel=cancel)
        if not share >= NEEDED:
            message = tr(
                "The file “{file}” fails the test on known pairs: sentences about a claim do not score above others "
                "({share} right, {needed} needed).",
                file=file.path,
                share=f"{share:.0%}",
                needed=f"{NEEDED:.0%}",
            )
            raise ModelError("own-model-poor", message, hint=tr("Nothing was changed; choose a model that was trained for this."))
        return
    completion = model.complete(asked("Is water wet? Answer yes or no."), max_tokens=8, form=_YES_OR_NO, cancel=cancel)
    if completion.text not in {"yes", "no"}:
        raise unfit(file.path, tr("it does not answer a simple question"))


def ranking_share(model: LanguageModel, *, cancel: CancelToken) -> float:
    """Return the share of the known claims whose paraphrase scores above all unrelated sentences."""
    unrelated = [pair.other for pair in KNOWN]
    first = 0
    for pair in KNOWN:
        scores = model.rank(pair.claim, [pair.same, *unrelated], cancel=cancel)
        first += bool(np.isfinite(scores).all() and scores[0] > scores[1:].max())
    return first / len(KNOWN)


def _kept() -> BenchmarkStore:
    return BenchmarkStore(cache_dir() / "language-models.json")


def _over(model: GgufModel, fingerprint: str, findings: BenchmarkStore, *, device: str, threads: int) -> LocalLanguageModel:
    log = cache_dir() / "language-model.log"
    process = LanguageModelProcess(default_command(), log=log)
    return LocalLanguageModel(model, fingerprint=fingerprint, process=process, findings=findings, device=device, threads=threads, log=log)
