"""Average reader checkpoints of one training line: `python -m models.reader.average CHECKPOINT CHECKPOINT… --to CHECKPOINT`.

As in `models.trunk.average`, a checkpoint that is named several times has as many times the weight. The shipped weights of
`models/opinion`, with which the line began, may be one of them.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from safetensors.torch import save_file

from models.reader.train import start
from models.trunk.average import averaged

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("checkpoints", type=Path, nargs="+")
    parser.add_argument("--to", type=Path, required=True)
    arguments = parser.parse_args()
    save_file(averaged([start(path).state_dict() for path in arguments.checkpoints]), arguments.to)
