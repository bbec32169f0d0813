"""Training of the cross-encoder over MPNet: order, checkpoints, token rows, heads."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import date
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tokenizers import Tokenizer  # noqa: E402
from tokenizers.models import WordLevel  # noqa: E402
from tokenizers.pre_tokenizers import Whitespace  # noqa: E402
from transformers import MPNetConfig  # noqa: E402

from app.ports import PairInput  # noqa: E402
from models.trunk.losses import Item, relevance_loss, stance_loss, tensors  # noqa: E402
from models.trunk.mpnet import checkpoint, delta  # noqa: E402
from models.trunk.mpnet.evaluate import evaluate  # noqa: E402
from models.trunk.mpnet.network import HEADS, MpnetCrossEncoder, empty, trained  # noqa: E402
from models.trunk.mpnet.order import BatchOrder  # noqa: E402
from models.trunk.mpnet.pair_set import PairSet, pack  # noqa: E402
from models.trunk.mpnet.slots import decode, encode, slots_loss  # noqa: E402
from models.trunk.mpnet.tokens import CLAIM_LIMIT, MPNET_ROWS, mpnet_rows  # noqa: E402
from models.trunk.mpnet.train import Plan, Task, Trainer, read_plan, share_of_rate  # noqa: E402

PLAN = Plan(steps=12, rate=1e-3, heads_rate=1e-2, warm=2, cool=4, frozen=1, half=False, threads=1, kept=5)


def _network(seed: int = 0) -> MpnetCrossEncoder:
    torch.manual_seed(seed)
    sizes = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64, "vocab_size": 60}
    return empty(MPNetConfig(**sizes, max_position_embeddings=64, attention_probs_dropout_prob=0.0), frozen=1)


def _row(*tokens: int) -> tuple[list[int], list[int]]:
    half = len(tokens) // 2
    return [MPNET_ROWS.start, *tokens[:half], MPNET_ROWS.end, *tokens[half:], MPNET_ROWS.end], [0] * (half + 2) + [1] * (
        len(tokens) - half + 1
    )


def _stances() -> PairSet:
    items: list[Item] = [([_row(10, 20 + label, *range(30, 30 + index % 7))], [label]) for index in range(24) for label in range(3)]
    return pack(items, ["snli" if index % 2 else "mnli" for index in range(len(items))])


def _groups() -> PairSet:
    items: list[Item] = [([_row(11, 12, 40 + index), _row(11, 13, 41)], [1, 0]) for index in range(8)]
    return pack(items, ["debate"] * len(items))


def _slots() -> PairSet:
    items: list[Item] = [([_row(10, 50 + index)], [encode((1 + index % 2, 1 + index % 2, 1, 2))]) for index in range(8)]
    return pack(items, ["swap-name"] * len(items))


def _tasks() -> list[Task]:
    return [
        Task("stance", BatchOrder(_stances(), {"snli": 20, "mnli": 50}, size=6, seed=1), stance_loss),
        Task("relevance", BatchOrder(_groups(), {}, size=2, seed=2), relevance_loss),
        Task("slots", BatchOrder(_slots(), {}, size=4, seed=3), slots_loss, every=3),
    ]


def _weights(model: MpnetCrossEncoder) -> dict[str, torch.Tensor]:
    return {name: value.detach().clone() for name, value in model.state_dict().items()}


def _trainer(folder: Path, plan: Plan = PLAN, **options: Path) -> tuple[Trainer, MpnetCrossEncoder]:
    model = _network()
    return Trainer(model, _tasks(), plan, folder, **options), model


def test_a_training_with_breaks_ends_with_the_weights_of_an_unbroken_one(tmp_path: Path) -> None:
    unbroken_trainer, unbroken = _trainer(tmp_path / "whole")
    unbroken_trainer.run()
    for last in (1, 5, 6, 12):
        trainer, broken = _trainer(tmp_path / "broken")
        trainer.run(last=last)
        assert trainer.step == last
    first, second, start = _weights(unbroken), _weights(broken), _weights(_network())
    assert all(torch.equal(first[name], second[name]) for name in first)
    changed = {name for name in first if not torch.equal(first[name], start[name])}
    assert {"mpnet.encoder.layer.1.output.dense.weight", "heads.slots.3.weight", "heads.relevance.1.bias"} <= changed
    assert not any("embeddings" in name or "layer.0." in name or "relative_attention_bias" in name for name in changed)


def test_a_run_writes_log_state_and_periodic_weights(tmp_path: Path) -> None:
    trainer, model = _trainer(tmp_path / "run", Plan(**{**asdict(PLAN), "steps": 20}), copies=tmp_path / "copies")
    trainer.run()
    (line,) = [json.loads(line) for line in (tmp_path / "run" / "log.jsonl").read_text().splitlines()]
    assert line["step"] == 20 and {"stance", "relevance", "slots"} <= line.keys()
    assert (tmp_path / "copies" / checkpoint.LATEST).read_bytes() == (tmp_path / "run" / checkpoint.LATEST).read_bytes()
    assert sorted(path.name for path in (tmp_path / "run").glob("step-*")) == [f"step-{step:06d}.safetensors" for step in (5, 10, 15, 20)]
    other = _network(seed=0)
    checkpoint.load_weights(tmp_path / "run" / "step-000020.safetensors", trained(other))
    for name, value in _weights(model).items():
        assert torch.allclose(value, _weights(other)[name], atol=1e-3), name


def test_training_learns_its_examples(tmp_path: Path) -> None:
    model = _network()
    plan = Plan(**{**asdict(PLAN), "steps": 60, "frozen": 0})
    before = float(stance_loss(model.eval(), [_stances().item(index) for index in range(12)]).detach())
    Trainer(model, _tasks(), plan, tmp_path).run()
    assert float(stance_loss(model.eval(), [_stances().item(index) for index in range(12)]).detach()) < before / 2


def test_a_checkpoint_of_other_weights_is_refused(tmp_path: Path) -> None:
    trainer, _ = _trainer(tmp_path)
    trainer.run(last=1)
    deeper = _network()
    deeper.mpnet.encoder.layer[0].requires_grad_(True)
    with pytest.raises(ValueError, match="other weights"):
        Trainer(deeper, _tasks(), PLAN, tmp_path)


def test_a_small_delta_restores_the_trained_weights(tmp_path: Path) -> None:
    trainer, model = _trainer(tmp_path / "run")
    trainer.run()
    start = dict(_network().named_parameters())
    delta.write(tmp_path / "whole.safetensors", start, trained(model), rank=32)
    other = _network()
    delta.apply(tmp_path / "whole.safetensors", trained(other))
    for name, value in _weights(model).items():
        assert torch.allclose(value, _weights(other)[name], atol=2e-3), name
    delta.write(tmp_path / "small.safetensors", start, trained(model), rank=2)
    assert (tmp_path / "small.safetensors").stat().st_size < (tmp_path / "whole.safetensors").stat().st_size
    free = _network()
    free.mpnet.encoder.layer[0].requires_grad_(True)
    with pytest.raises(ValueError, match="other weights"):
        delta.apply(tmp_path / "small.safetensors", trained(free))


def test_only_the_length_of_a_started_plan_may_change(tmp_path: Path) -> None:
    assert read_plan(tmp_path, {"rate": 5e-5}).rate == 5e-5
    assert read_plan(tmp_path, {"steps": 99}) == Plan(rate=5e-5, steps=99)
    with pytest.raises(ValueError, match="another plan"):
        read_plan(tmp_path, {"rate": 1e-5})


def test_the_rate_goes_up_stays_and_goes_down_to_nothing() -> None:
    shares = [share_of_rate(step, PLAN) for step in range(13)]
    assert shares[:3] == [0.5, 1.0, 1.0] and shares[8:] == [1.0, 0.75, 0.5, 0.25, 0.0]


def test_an_epoch_draws_each_source_as_often_as_its_quota_says_and_the_next_one_shows_others() -> None:
    pairs = _stances()
    order = BatchOrder(pairs, {"snli": 12, "mnli": 48}, size=6, seed=4)
    assert order.batches == 10
    again = BatchOrder(pairs, {"snli": 12, "mnli": 48}, size=6, seed=4)
    assert order.batch(13) == again.batch(13) and order.batch(3) != order.batch(13)
    tokens = [tuple(row[0]) for step in range(10) for rows, _ in order.batch(step) for row in rows]
    snli = {tuple(pairs.item(index)[0][0][0]) for index in np.flatnonzero(pairs.sources == pairs.names.index("snli"))}
    drawn = [row for row in tokens if row in snli]
    assert len(tokens) == 60
    assert len(drawn) >= 12
    lengths = [[len(rows[0][0]) for rows, _ in order.batch(step)] for step in range(10)]
    assert all(max(batch) - min(batch) <= 2 for batch in lengths)


def test_packed_examples_are_the_same_after_a_file(tmp_path: Path) -> None:
    groups = _groups()
    groups.save(tmp_path / "groups.npz")
    loaded = PairSet.load(tmp_path / "groups.npz")
    assert [loaded.item(index) for index in range(8)] == [groups.item(index) for index in range(8)]
    assert loaded.item(2)[1] == [1, 0] and loaded.counts() == {"debate": 8} and loaded.lengths().tolist() == [6] * 8


def test_padding_changes_no_logit() -> None:
    model = _network().eval()
    short, long = _row(10, 11, 12, 13), _row(*range(10, 30))
    with torch.no_grad():
        alone, beside = model(*tensors([short]), "stance"), model(*tensors([short, long]), "stance")
    assert torch.allclose(alone[0], beside[0], atol=1e-5)


def test_unmentioned_slots_have_no_loss() -> None:
    assert decode(encode((2, 0, 1, 2))) == [2, 0, 1, 2]
    model = _network().eval()
    with torch.no_grad():
        assert float(slots_loss(model, [([_row(10, 11)], [encode((0, 0, 0, 0))])])) == 0.0
        logit = model(*tensors([_row(10, 11)]), "slots")[0, 1]
        differs = slots_loss(model, [([_row(10, 11)], [encode((0, 2, 0, 0))])])
        assert float(differs) == pytest.approx(float(torch.nn.functional.softplus(-logit)), abs=1e-6)


def test_a_row_holds_the_parts_of_a_pair_with_their_marks(tmp_path: Path) -> None:
    words = ["<unk>", *"taxes rose she said no about 2012 paul first second".split()]
    tokenizer = Tokenizer(WordLevel({word: index + 100 for index, word in enumerate(words)}, unk_token="<unk>"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    pair = PairInput(
        sentence="taxes rose",
        claim="she said no",
        context=("first", "second"),
        title="about taxes",
        claimant="paul",
        published=date(2012, 3, 1),
    )
    (row,) = mpnet_rows(tmp_path / "tokenizer.json")([pair])
    start, end, before = MPNET_ROWS.start, MPNET_ROWS.end, MPNET_ROWS.before
    about = [MPNET_ROWS.title, 106, 101, MPNET_ROWS.claimant, 108, MPNET_ROWS.year, 107, end]
    assert row[0] == [start, 101, 102, end, 103, 104, 105, end, *about, before, 109, before, 110, end]
    assert row[1] == [0] * 4 + [1] * 4 + [2] * 8 + [3] * 5
    (bare,) = mpnet_rows(tmp_path / "tokenizer.json")([PairInput(sentence="taxes rose", claim="said " * 300)])
    assert bare[0][:5] == [start, 101, 102, end, 104] and len(bare[0]) == 4 + CLAIM_LIMIT + 1


def test_a_checkpoint_is_measured_by_source(tmp_path: Path) -> None:
    _stances().save(tmp_path / "stance-develop.npz")
    _groups().save(tmp_path / "relevance-develop.npz")
    _slots().save(tmp_path / "slots-develop.npz")
    figures = evaluate(_network(), tmp_path, ["develop"])
    develop, relevance, slots = (figures[name] for name in ("develop", "relevance", "slots"))
    assert isinstance(develop, dict) and isinstance(relevance, dict) and isinstance(slots, dict)
    assert develop["sources"].keys() == {"mnli", "snli"} and develop["groups"].keys() == {"mnli", "crowd"}
    assert all(0.0 <= value <= 1.0 for value in (*develop["sources"].values(), *relevance.values(), *slots.values()))
    assert set(HEADS) == {"relevance", "stance", "slots"}
