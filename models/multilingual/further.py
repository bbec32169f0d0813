"""Continue the training of the shipped student on texts that need no package: `python -m models.multilingual.further DATA
[--minutes M]`.

It is for sentences that were written later. It begins with the shipped table and head, adds rows for unknown features, and learns
from the parallel sentences of the research data, the project's own words and sentences, and CLDR's names. Rows of features that do
not occur there stay the same. Run `.export` and `.calibrate DATA` after it.
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
"""Number of new features, and of all features. A row takes 134 bytes, and the file may have 45 MB at most."""


def light_examples(data: Path, teacher: Teacher) -> list[Example]:
    """Return the examples that need no extra package, without texts of the test set.

    The teacher encodes the texts that it has not encoded yet.
    """
    candidates = [Example(pair.text, pair.english, "parallel") for pair in parallel(data, "train")]
    for source, pairs in (("words", own_words()), ("sentences", own_sentences()), ("cldr", cldr_names())):
        candidates += [Example(pair.text, pair.english, source) for pair in pairs]
    held_back = held_back_english(data) | {same(pair.english) for pair in parallel(data, "development")}
    usable = list(dict.fromkeys(example for example in candidates if same(example.english) not in held_back))
    teacher.learn(example.english for example in usable)
    return usable


def unpacked(path: Path) -> Tensors:
    """Return the shipped student's tensors as in training, with the table (rows, width) in float32."""
    tensors = load_file(path)
    bits, scales = tensors.pop("table"), tensors.pop("scales").astype(np.float32)
    table = (np.concatenate([bits & 15, bits >> 4], axis=1).astype(np.float32) - 8) * scales[:, None]
    codes = tensors.pop("codes")
    return {name: values.astype(np.float32) for name, values in tensors.items()} | {"codes": codes, "table": table}


def widened(tensors: Tensors, examples: list[Example]) -> Tensors:
    """Return the tensors with zero rows for unknown features: those with the largest weight over the project's own sentences.

    If they do not all fit, the rows with the smallest norm are removed, since they have the least effect.
    """
    sentence_examples = [example for example in examples if example.source == "sentences"]
    features = feature_rows([example.text for example in sentence_examples], LEARNT).without(tensors["codes"].astype(np.int64))
    new = table_codes(features, np.array([example.source for example in sentence_examples]), rows=MOST_NEW)
    largest_rows = np.argsort(-np.linalg.norm(tensors["table"], axis=1), kind="stable")[: MOST - len(new)]
    codes = np.concatenate([tensors["codes"].astype(np.int64)[largest_rows], new])
    table = np.concatenate([tensors["table"][largest_rows], np.zeros((len(new), tensors["table"].shape[1]), np.float32)])
    order = np.argsort(codes)
    print(f"{len(new)} features are new, {len(tensors['codes']) - len(largest_rows)} went", flush=True)
    return tensors | {"codes": codes[order].astype(np.uint32), "table": table[order]}


def mixed(before: Tensors, after: Tensors, share: float) -> Tensors:
    """Return the weighted mean of the new and the earlier tensors.

    The mean of weights in one basin has lower error (Wortsman et al. 2022, section 3). Rows that were zero before are taken
    unmixed.
    """
    blended = {name: (share * values + (1 - share) * before[name]).astype(np.float32) for name, values in after.items() if name != "codes"}
    new = ~before["table"].any(axis=1)
    blended["table"][new] = after["table"][new]
    return {**blended, "codes": after["codes"]}


def further(data: Path, *, steps: int, minutes: float, seed: int, share: float) -> None:
    """Train from the shipped student to `build/training/multilingual/student`."""
    shipped = json.loads((FOLDER / "config.json").read_text(encoding="utf-8"))
    examples = light_examples(data, Teacher(threads=1))
    EXAMPLES.parent.mkdir(parents=True, exist_ok=True)
    EXAMPLES.write_text("".join(json.dumps(asdict(example), ensure_ascii=True) + "\n" for example in examples), encoding="utf-8")
    OUT.mkdir(parents=True, exist_ok=True)
    before = widened(unpacked(FOLDER / WEIGHTS), examples)
    save_file(before, OUT / "model.safetensors")
    training = Training(data, Plan(seed=seed), resumed=True)
    training.run(FURTHER, steps=steps, minutes=minutes, seed=seed)
    save_file(mixed(before, load_file(OUT / "model.safetensors"), share), OUT / "model.safetensors")
    plan_record = json.loads((OUT / "plan.json").read_text(encoding="utf-8"))
    further = {
        "stage": asdict(FURTHER),
        "steps": steps,
        "minutes": minutes,
        "seed": seed,
        "share": share,
        "examples": plan_record["examples"],
    }
    about = plan_record | {"plan": shipped["plan"] | {"further": further}, "examples": shipped["trained_on"]}
    (OUT / "plan.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    """Run one training from the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--minutes", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--share", type=float, default=0.7, help="of what was learnt, the rest stays as it was")
    arguments = parser.parse_args()
    further(arguments.data, steps=arguments.steps, minutes=arguments.minutes, seed=arguments.seed, share=arguments.share)


if __name__ == "__main__":
    main()
