"""Trains the shipped student further, over the texts that need no package: `python -m models.multilingual.further DATA [--minutes M]`.

For sentences that were written after it was made: it begins with the shipped table and head, adds rows for features that it did not
know, and learns from the parallel sentences of the research data, the project's own words and sentences and CLDR's names. Rows of
features that these do not have stay as they are. `.export` and `.calibrate DATA` after it.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file, save_file

from app.inference.encoders.student_encoder import WEIGHTS
from app.inference.encoders.student_text import LEARNT
from models.multilingual.collect import cldr_names, own_sentences, own_words
from models.multilingual.examples import EXAMPLES, Example, table_codes
from models.multilingual.features import feature_rows
from models.multilingual.pairs import held_back_english, parallel, same
from models.multilingual.teacher import Teacher
from models.multilingual.train import OUT, Plan, Stage, Training

FOLDER = Path(__file__).resolve().parent
FURTHER = Stage(table_rate=0.004, head_rate=2e-4, scale=30.0, ranking=0.5, duplicate=0.97, near=0.5)
Tensors = dict[str, NDArray[Any]]
MOST_NEW, MOST = 8_000, 330_000
"""So many new features, and so many in all: a row takes 134 bytes, and the file is to have 45 MB at most."""


def light_examples(data: Path, teacher: Teacher) -> list[Example]:
    """What can be learnt from without any package; nothing of the test among it. The teacher learns what it does not know."""
    found = [Example(pair.text, pair.english, "parallel") for pair in parallel(data, "train")]
    for source, pairs in (("words", own_words()), ("sentences", own_sentences()), ("cldr", cldr_names())):
        found += [Example(pair.text, pair.english, source) for pair in pairs]
    held_back = held_back_english(data) | {same(pair.english) for pair in parallel(data, "development")}
    kept = list(dict.fromkeys(one for one in found if same(one.english) not in held_back))
    teacher.learn(one.english for one in kept)
    return kept


def unpacked(path: Path) -> Tensors:
    """The shipped student's tensors as training keeps them: the table (rows, width) in float32."""
    tensors = load_file(path)
    bits, scales = tensors.pop("table"), tensors.pop("scales").astype(np.float32)
    table = (np.concatenate([bits & 15, bits >> 4], axis=1).astype(np.float32) - 8) * scales[:, None]
    codes = tensors.pop("codes")
    return {name: values.astype(np.float32) for name, values in tensors.items()} | {"codes": codes, "table": table}


def widened(tensors: Tensors, examples: list[Example]) -> Tensors:
    """With rows of zeros for features that it does not know: those that weigh most over the project's own sentences.

    Where they do not all fit, the shortest rows go: they move a text least.
    """
    own = [one for one in examples if one.source == "sentences"]
    features = feature_rows([one.text for one in own], LEARNT).without(tensors["codes"].astype(np.int64))
    new = table_codes(features, np.array([one.source for one in own]), rows=MOST_NEW)
    kept = np.argsort(-np.linalg.norm(tensors["table"], axis=1), kind="stable")[: MOST - len(new)]
    codes = np.concatenate([tensors["codes"].astype(np.int64)[kept], new])
    table = np.concatenate([tensors["table"][kept], np.zeros((len(new), tensors["table"].shape[1]), np.float32)])
    order = np.argsort(codes)
    print(f"{len(new)} features are new, {len(tensors['codes']) - len(kept)} went", flush=True)
    return tensors | {"codes": codes[order].astype(np.uint32), "table": table[order]}


def mixed(before: Tensors, after: Tensors, share: float) -> Tensors:
    """So much of what was learnt, the rest as it was (weights of one basin err less in the mean: Wortsman et al. 2022, section 3); rows
    that were zeros before are taken as they were learnt."""
    found = {name: (share * values + (1 - share) * before[name]).astype(np.float32) for name, values in after.items() if name != "codes"}
    new = ~before["table"].any(axis=1)
    found["table"][new] = after["table"][new]
    return {**found, "codes": after["codes"]}


def further(data: Path, *, steps: int, minutes: float, seed: int, share: float) -> None:
    """From the shipped student to `build/training/multilingual/student`."""
    shipped = json.loads((FOLDER / "config.json").read_text(encoding="utf-8"))
    examples = light_examples(data, Teacher(threads=1))
    EXAMPLES.parent.mkdir(parents=True, exist_ok=True)
    EXAMPLES.write_text("".join(json.dumps(asdict(one), ensure_ascii=True) + "\n" for one in examples), encoding="utf-8")
    OUT.mkdir(parents=True, exist_ok=True)
    before = widened(unpacked(FOLDER / WEIGHTS), examples)
    save_file(before, OUT / "model.safetensors")
    training = Training(data, Plan(seed=seed), resumed=True)
    training.run(FURTHER, steps=steps, minutes=minutes, seed=seed)
    save_file(mixed(before, load_file(OUT / "model.safetensors"), share), OUT / "model.safetensors")
    kept = json.loads((OUT / "plan.json").read_text(encoding="utf-8"))
    further = {"stage": asdict(FURTHER), "steps": steps, "minutes": minutes, "seed": seed, "share": share, "examples": kept["examples"]}
    about = kept | {"plan": shipped["plan"] | {"further": further}, "examples": shipped["trained_on"]}
    (OUT / "plan.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    """One run."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--minutes", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--share", type=float, default=0.7, help="of what was learnt, the rest stays as it was")
    told = parser.parse_args()
    further(told.data, steps=told.steps, minutes=told.minutes, seed=told.seed, share=told.share)


if __name__ == "__main__":
    main()
