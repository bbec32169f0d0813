"""Training loop: one pass over the batches, resumed from the last checkpoint, cancellable within one batch."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.inference.running.memory import free_memory, peak_megabytes
from app.inference.training import checkpoints
from app.inference.training.checkpoints import Progressed
from app.inference.training.loss import ranking_loss, teaching_loss, trust_of
from app.inference.training.network import TrainableEncoder
from app.inference.training.result import blend, write_encoder
from app.inference.user_models.user_encoder import Prompts
from app.ports import TrainingCost, TrainingPair, TrainingPlan
from app.translation import tr

_WARM = 0.1
_DECAY = 0.01
_CLIP = 1.0
_LAST = 20
# Raised when a taught plan is learnt in another way: a training that was cut off before is not gone on with.
_LOSS = 2
# Bytes that training takes with room to spare; where fewer are free, it spares memory.
_PLENTY = 5 << 30


class TorchEncoderTrainer:
    """An `EncoderTrainer` starting from a sentence-transformers folder; `name` distinguishes checkpoints of other starting points,
    `options` are for loading the network."""

    def __init__(
        self,
        folder: Path,
        *,
        name: str,
        prompts: Prompts | None = None,
        threads: int | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self._folder, self._name, self._prompts, self._threads, self._options = folder, name, prompts or Prompts(), threads, options or {}

    def train(self, plan: TrainingPlan, *, work_folder: Path, output_folder: Path, progress: Progress, cancel: CancelToken) -> TrainingCost:
        """See `EncoderTrainer`."""
        import torch

        cancel.check()
        before = torch.get_num_threads()
        torch.set_num_threads(self._threads or before)
        try:
            return self._train(plan, work_folder=work_folder, output_folder=output_folder, progress=progress, cancel=cancel)
        finally:
            torch.set_num_threads(before)

    def _train(
        self, plan: TrainingPlan, *, work_folder: Path, output_folder: Path, progress: Progress, cancel: CancelToken
    ) -> TrainingCost:
        free_bytes = free_memory()
        encoder = TrainableEncoder(
            self._folder,
            prompts=self._prompts,
            max_tokens=plan.max_tokens,
            options=self._options,
            sparing=free_bytes is not None and free_bytes < _PLENTY,
        )
        work_folder.mkdir(parents=True, exist_ok=True)
        started = time.perf_counter()
        steps = _Steps(encoder, plan, work_folder=work_folder, fingerprint=f"{self._name}:{fingerprint(plan)}")
        end_state = steps.run(progress=progress, cancel=cancel)
        blend(encoder.trainable_parameters(), steps.untrained, share=plan.kept)
        write_encoder(encoder.network, output_folder)
        return TrainingCost(
            batches=end_state.batches,
            resumed_at=steps.resumed_at,
            seconds=time.perf_counter() - started,
            loss=sum(end_state.losses[-_LAST:]) / max(len(end_state.losses[-_LAST:]), 1),
            megabytes=peak_megabytes(),
        )


class _Steps:
    """State of one training: optimiser, schedule, position."""

    def __init__(self, encoder: TrainableEncoder, plan: TrainingPlan, *, work_folder: Path, fingerprint: str) -> None:
        import torch

        self._encoder, self._plan, self._work, self._fingerprint = encoder, plan, work_folder, fingerprint
        self._weights = encoder.trainable_parameters()
        self.untrained = {name: tensor.detach().clone() for name, tensor in self._weights.items()}
        self._optimiser: Any = torch.optim.AdamW(list(self._weights.values()), lr=plan.rate, weight_decay=_DECAY)
        self._reached = checkpoints.restore(work_folder, self._weights, self._optimiser, plan=fingerprint)
        self.resumed_at = self._reached.batches

    def run(self, *, progress: Progress, cancel: CancelToken) -> Progressed:
        total = len(self._plan.batches)
        self._encoder.network.train()
        while self._reached.batches < total:
            cancel.check()
            progress(ProgressUpdate(tr("Training the encoder"), self._reached.batches, total))
            loss = self._step(self._reached.batches, cancel)
            self._reached = replace(self._reached, batches=self._reached.batches + 1, losses=(*self._reached.losses, loss))
            if self._reached.batches % self._plan.checkpoint_every == 0 or self._reached.batches == total:
                checkpoints.save(self._work, self._weights, self._optimiser, plan=self._fingerprint, progress=self._reached)
        self._encoder.network.eval()
        return self._reached

    def _step(self, number: int, cancel: CancelToken) -> float:
        """Train on one batch and return its loss."""
        import torch

        pairs = [self._plan.pairs[index] for index in self._plan.batches[number]]
        for group in self._optimiser.param_groups:
            group["lr"] = self._plan.rate * schedule(number, len(self._plan.batches))
        # Depends on seed and batch number only, so that a resumed training gives the same weights.
        torch.manual_seed(self._plan.seed * 1_000_003 + number)
        loss = self._loss(number, pairs, cancel)
        cancel.check()
        self._optimiser.zero_grad()
        loss.backward()
        cancel.check()
        torch.nn.utils.clip_grad_norm_(list(self._weights.values()), _CLIP)
        self._optimiser.step()
        return float(loss.detach())

    def _loss(self, number: int, pairs: Sequence[TrainingPair], cancel: CancelToken) -> Any:
        """Return the ranking loss, mixed with the teaching loss by the teaching's weight."""
        import torch

        queries = self._encoder.query_vectors([pair.said for pair in pairs])
        cancel.check()
        targets = self._encoder.passage_vectors([pair.target for pair in pairs])
        decoys = [pair.decoy for pair in pairs if pair.decoy]
        decoy_vectors = self._encoder.passage_vectors(decoys) if decoys else torch.empty(0, targets.shape[1])
        teaching, about = self._plan.teaching, [pair.about for pair in pairs]
        if teaching is None or not teaching.weight:
            return ranking_loss(queries, targets, decoy_vectors, about=about, scale=self._plan.scale)
        trust = trust_of(teaching.logits[number], temperature=teaching.temperature)
        ranking = ranking_loss(queries, targets, decoy_vectors, about=about, scale=self._plan.scale, trust=trust)
        taught = teaching_loss(
            queries,
            targets,
            candidates=teaching.places[number],
            logits=teaching.logits[number],
            scale=self._plan.scale,
            temperature=teaching.temperature,
        )
        return (1 - teaching.weight) * ranking + teaching.weight * taught


def schedule(number: int, total: int) -> float:
    """Return the learning rate at this batch relative to the highest: linear warm-up over the first tenth, then linear decay to a
    fiftieth."""
    return min(1.0, (number + 1) / max(_WARM * total, 1)) * max(0.02, 1 - number / total)


def fingerprint(plan: TrainingPlan) -> str:
    """Return a digest of everything that the weights depend on."""
    fields: Mapping[str, Any] = asdict(plan)
    content = {name: value for name, value in fields.items() if name not in {"kept", "checkpoint_every"} and value is not None}
    if plan.teaching is not None:
        content["loss"] = _LOSS
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=True).encode()).hexdigest()
