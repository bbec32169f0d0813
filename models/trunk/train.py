"""Train the cross-encoder: `python -m models.trunk.train DATA [--start FOLDER-OR-FILE]` (the research data's folder).

One step learns from some relevance groups (is the fact-check about the text? cross-entropy over the group and binary cross-entropy
of each pair) and from some stance pairs. It starts from the fine-tuned encoder's layers in build/training/encoder, or from a file:
a checkpoint or the shipped weights. The seven annotated debates are excluded (see models/examples/guard.py), and so is every sixth
training debate. Writes build/training/trunk/checkpoint.safetensors. `python -m models.trunk.calibrate` and `.export` make the
shipped files of it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch
from safetensors.torch import load_file
from transformers import BertConfig

from app.inference.pairs.pair_text import PairTokenizer
from app.paths import models_dir
from app.ports import PairInput
from models.examples.groups import Group
from models.examples.licences import NON_COMMERCIAL_HELP, NON_COMMERCIAL_STANCES
from models.examples.minimal.triples import minimal_pairs
from models.examples.polarity import StancePair
from models.examples.published import rated_alike, wrapped
from models.examples.written import written_groups, written_pairs
from models.trunk.data import FEWER_MADE, Material, balanced, stance_part, stance_rows
from models.trunk.fit import Batches, Plan, fit
from models.trunk.losses import Item
from models.trunk.network import CrossEncoder, checkpoint_state, empty

ENCODER = Path("build") / "training" / "encoder"
FROZEN = 2
"""Number of frozen layers, unless all are free. It saves a fifth of the work."""


def start(source: Path, *, free: bool) -> CrossEncoder:
    """Return a network from a checkpoint or shipped weights (a file), or with the layers of the encoder in a folder.

    Word vectors are frozen, and unless `free` so are the first layers.
    """
    model = empty(BertConfig.from_pretrained(models_dir() / "encoder", attention_probs_dropout_prob=0.0))
    if source.is_file():
        model.load_state_dict(checkpoint_state(source))
    else:
        network_tensors = model.trunk.bert.state_dict()  # a published encoder also has a pooler and position numbers
        model.trunk.bert.load_state_dict(
            {name: tensor for name, tensor in load_file(source / "model.safetensors").items() if name in network_tensors}
        )
    for part in (model.trunk.bert.embeddings, *model.trunk.bert.encoder.layer[: 0 if free else FROZEN]):
        for parameter in part.parameters():
            parameter.requires_grad = False
    return model


def tokenised_groups(groups: Sequence[Group], tokenize: PairTokenizer) -> list[Item]:
    """Return the groups as token rows with labels."""
    return [(tokenize(group.pairs), group.labels) for group in groups]


def tokenised_stances(pairs: Sequence[StancePair], tokenize: PairTokenizer) -> list[Item]:
    """Return the stance pairs as token rows with labels. The premise is the claim, the hypothesis the sentence."""
    rows = tokenize([PairInput(sentence=pair.hypothesis, claim=pair.premise) for pair in pairs])
    return [([row], [pair.label]) for row, pair in zip(rows, pairs, strict=True)]


def stance_pairs(data: Path, material: Material, plan: Plan) -> list[StancePair]:
    """Return published and generated pairs. With minimal pairs there are fewer other generated ones, and no pair twice."""
    left_out = NON_COMMERCIAL_STANCES if plan.open_only else frozenset()
    published = [pair for pair in stance_rows(data / "stance" / "pairs.jsonl.gz")["train"] if pair.source not in left_out]
    if not plan.minimal:
        return balanced([*published, *material.altered_stances(seed=plan.seed)], seed=plan.seed)
    made_pairs = material.altered_stances(seed=plan.seed, count=FEWER_MADE)
    pairs = [*balanced(published, seed=plan.seed), *made_pairs, *minimal_pairs(plan.minimal, seed=plan.seed)]
    if plan.wrapped:
        rated = rated_alike(data / "multilingual" / "stsb" / "stsb-en-train.csv", lambda text: stance_part(text) == "train", seed=plan.seed)
        pairs += [*wrapped(published, plan.wrapped, seed=plan.seed), *rated, *rated]
    return [*pairs, *hand_written_pairs() * plan.written, *material.spoken_stances() * plan.told]


def hand_written_pairs() -> list[StancePair]:
    """Return the hand-written pairs of the eight tenths of premises that train."""
    return [pair for pair in written_pairs() if stance_part(pair.premise) == "train"]


def train(data: Path, source: Path, plan: Plan) -> None:
    """Train on relevance groups together with stance pairs."""
    torch.manual_seed(plan.seed)
    torch.set_num_threads(plan.threads)
    material = Material(data, open_only=plan.open_only, untested=plan.untested)
    tokenize = PairTokenizer(models_dir() / "encoder" / "tokenizer.json")
    by_hand = written_groups(hand_written_pairs(), seed=plan.seed) if plan.written else []
    groups = tokenised_groups([*material.groups(seed=plan.seed, spoken_copies=plan.told), *by_hand], tokenize)
    stances = tokenised_stances(stance_pairs(data, material, plan), tokenize)
    pairs_per_step = max(8, round(plan.passes * len(stances) / plan.steps))
    print(f"{len(groups)} groups, {len(stances)} stance pairs, {plan.steps} steps, {pairs_per_step} stance pairs a step", flush=True)
    relevance, stance = Batches(groups, plan.groups, seed=2 * plan.seed + 1), Batches(stances, pairs_per_step, seed=2 * plan.seed + 2)
    teacher = start(source, free=False).eval() if plan.keep else None
    fit(start(source, free=plan.free), teacher, iter(relevance), iter(stance), plan)


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--start", type=Path, default=ENCODER)
    parser.add_argument("--steps", type=int, default=850)
    parser.add_argument("--groups", type=int, default=8)
    parser.add_argument("--passes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--open-only", action="store_true", help=NON_COMMERCIAL_HELP)
    parser.add_argument("--rate", type=float, default=6e-5)
    parser.add_argument("--free", action="store_true", help="let the first layers change too")
    parser.add_argument("--half", action="store_true", help="compute in bfloat16 where that is precise enough")
    parser.add_argument("--keep", type=float, default=0.0, help="weight of the starting network's own relevance")
    parser.add_argument("--smoothing", type=float, default=0.0, help="share of each stance label that is spread over all three")
    parser.add_argument("--minimal", type=int, default=0, help="so many minimal pairs beside the others made by rule")
    parser.add_argument("--wrapped", type=int, default=0, help="so many published pairs with a changed hypothesis, and STSb's, beside them")
    parser.add_argument("--written", type=int, default=0, help="take the pairs written by hand so many times, beside minimal ones")
    parser.add_argument("--told", type=int, default=0, help="take what people would say of fact-checks, written by hand, so many times")
    parser.add_argument("--apart", action="store_true", help="keep the checkpoint of every hundredth step")
    parser.add_argument("--untested", action="store_true", help="leave out what adapting is tested on: Snopes's tweets, debates_train")
    arguments = vars(parser.parse_args())
    train(arguments.pop("data"), arguments.pop("start"), Plan(**arguments))


if __name__ == "__main__":
    main()
