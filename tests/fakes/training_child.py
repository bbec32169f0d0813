"""A training in a process of its own that is killed as it begins batch number `at`: `python -m tests.fakes.training_child FOLDER WORK OUT AT`."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from app.domain.progress import CancelToken, ProgressUpdate
from app.inference import TorchEncoderTrainer
from app.ports import TrainingPair, TrainingPlan

NAMES = "bridge river unemployment vaccine mayor tax company factory crime city senator law wind coal state children".split()


def plan(*, batches: int = 6, kept: float = 1.0) -> TrainingPlan:
    """Small batches over words that the tiny encoder knows; every third pair has a decoy."""
    pairs = [
        TrainingPair(
            said=f"they say the {name} was never opened {'last year ' * (number % 3)}",
            target=f"the {name} was opened in the north",
            about=name,
            decoy=f"the {NAMES[number - 1]} was closed" if number % 3 == 0 else "",
        )
        for number, name in enumerate(NAMES)
    ]
    order = [[(4 * batch + step) % len(pairs) for step in range(8)] for batch in range(batches)]
    return TrainingPlan(pairs=pairs, batches=order, seed=3, rate=1e-3, scale=20.0, kept=kept, max_tokens=32, checkpoint_every=2)


def main() -> None:
    """Train until the end comes."""
    folder, work, out, at = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4])

    def end(update: ProgressUpdate) -> None:
        if update.done == at:
            os.kill(os.getpid(), signal.SIGKILL)

    TorchEncoderTrainer(folder, name="tiny", threads=1).train(plan(), work=work, out=out, progress=end, cancel=CancelToken())


if __name__ == "__main__":
    main()
