"""Make the pair scorer and the stance model heads of the cross-encoder: `python -m models.trunk.roles`, then `python -m
models.manifest`.

Writes the `config.json` of both folders. Files of an earlier model of the role are no longer read.
"""

from __future__ import annotations

from pathlib import Path

from models.training import write_json

FOLDER = Path(__file__).resolve().parents[1]
ROLES = {"pair_scorer": ("pair-cross-encoder-1", "relevance"), "stance": ("stance-cross-encoder-1", "stance")}


def write_roles(models: Path) -> None:
    """Write one small file for each role, with the name of its head."""
    for role, (name, head) in ROLES.items():
        licence = "AGPL-3.0-or-later (see CARD.md)"
        about = {"name": name, "role": role, "licence": licence, "code": 1, "files": ["config.json"]}
        (models / role).mkdir(exist_ok=True)
        write_json(models / role / "config.json", {"priorcheck": about, "kind": "trunk", "head": head})


if __name__ == "__main__":
    write_roles(FOLDER)
