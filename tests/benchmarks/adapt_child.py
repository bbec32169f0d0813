"""`priorcheck` with other bundled models: `python -m tests.benchmarks.adapt_child FOLDER ARGUMENTS`; and the models folder for a
given teacher."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

from app.bootstrap import Session
from app.cli.main import run
from app.paths import models_dir


def models_taught_by(weights: Path, folder: Path) -> Path:
    """Copy the bundled models to a new folder, with this checkpoint of `models.trunk.train` as their cross-encoder. Its logits are
    not calibrated, since the calibration data is also the test data of adapting; adapting has its own scale."""
    from app.services.adapting.teaching import TEMPERATURE
    from models.manifest import write_manifest
    from models.trunk.export import export

    shutil.copytree(models_dir(), folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    started = folder.with_name(f"{folder.name}-checkpoint")
    started.mkdir()
    shutil.copyfile(weights, started / "checkpoint.safetensors")
    scale = {"relevance": {"scale": TEMPERATURE, "shift": 0.0}, "stance": {"temperature": 1.0}}
    (started / "calibration.json").write_text(json.dumps(scale), encoding="utf-8")
    export(started / "checkpoint.safetensors", folder / "trunk")
    write_manifest(folder)
    return folder


def main() -> int:
    """Run one command over these models."""
    models, *arguments = sys.argv[1:]
    code, _ = run(arguments, session=Session(models=Path(models)))
    return code


if __name__ == "__main__":
    sys.exit(main())
