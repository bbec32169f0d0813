"""Accuracy of a checkpoint on development data: `python -m models.trunk.develop DATA CHECKPOINT… [--of 4]`.

The data are the calibration tenth of the published premises, the same with changed hypotheses, that tenth of the hand-written
pairs, and minimal pairs of held-back frames and words. No network learns from them. Choices are made by these figures; the test
tenth and the polarity set are for the end.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from transformers import BertConfig

from app.paths import models_dir
from models.examples.minimal.triples import minimal_pairs
from models.examples.published import wrapped
from models.examples.written import written_pairs
from models.trunk.calibrate import accuracy, stances
from models.trunk.data import stance_part, stance_rows
from models.trunk.network import CrossEncoder, checkpoint_state, empty

MINIMAL = 3000
WRAPPED = 2000
SEED = 7


def load(path: Path) -> CrossEncoder:
    """Load a checkpoint or the shipped weights, in evaluation mode."""
    model = empty(BertConfig.from_pretrained(models_dir() / "encoder"))
    model.load_state_dict(checkpoint_state(path))
    return model.eval()


def development_accuracy(data: Path, checkpoint: Path, *, every: int = 1) -> dict[str, float]:
    """Return accuracy by source, of each `every`-th pair."""
    published = stance_rows(data / "stance" / "pairs.jsonl.gz")["calibrate"]
    written = [pair for pair in written_pairs() if stance_part(pair.premise) == "calibrate"]
    rows = [*published, *wrapped(published, WRAPPED, seed=SEED), *written, *minimal_pairs(MINIMAL, seed=SEED, held_back=True)][::every]
    return accuracy(stances(load(checkpoint), rows), rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("checkpoints", type=Path, nargs="+")
    parser.add_argument("--of", type=int, default=1, help="look at one in so many pairs")
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    for checkpoint in arguments.checkpoints:
        print(checkpoint.name, development_accuracy(arguments.data, checkpoint, every=arguments.of), flush=True)
