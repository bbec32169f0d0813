"""A training in a separate process that is killed when it begins batch number `at`: `python -m tests.fakes.training_child FOLDER
WORK OUT AT WEIGHT`."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from app.domain.progress import CancelToken, ProgressUpdate
from app.inference import TorchEncoderTrainer
from app.ports import Teaching, TrainingPair, TrainingPlan

NAMES = "bridge river unemployment vaccine mayor tax company factory crime city senator law wind coal state children".split()


def plan(*, batches: int = 6, kept: float = 1.0, taught: float = 0.0) -> TrainingPlan:
    """Return small batches over words that the tiny encoder knows; every third pair has a decoy. The teacher, of this weight (0:
    none), rates the next pair's target nearly as good as the right one."""
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
    completed = Teaching(
        places=[[[index, (index + 1) % 8, (index + 2) % 8] for index in range(8)]] * batches,
        logits=[[[2.0, 1.5, -3.0]] * 8] * batches,
        weight=taught,
        temperature=0.5,
    )
    teaching = completed if taught else None
    return TrainingPlan(
        pairs=pairs, batches=order, seed=3, rate=1e-3, scale=20.0, kept=kept, max_tokens=32, checkpoint_every=2, teaching=teaching
    )


def main() -> None:
    """Train until killed."""
    folder, work, out, at, weight = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4]), float(sys.argv[5])

    def end(update: ProgressUpdate) -> None:
        if update.done == at:
            os.kill(os.getpid(), signal.SIGKILL)

    TorchEncoderTrainer(folder, name="tiny", threads=1).train(
        plan(taught=weight), work_folder=work, output_folder=out, progress=end, cancel=CancelToken()
    )


if __name__ == "__main__":
    main()
