"""Training of the cross-encoder: losses, steps, and a start from shipped weights."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from app.inference.pairs.pair_text import PairTokens
from app.paths import models_dir
from models.trunk import fit as fitting
from models.trunk.fit import Batches, Plan, fit, share_of_rate
from models.trunk.losses import Item, relevance_loss, stance_loss, tensors
from models.trunk.network import checkpoint_state
from models.trunk.train import start
from tests.fakes.tiny_trunk import tiny_models, tiny_network


def _row(*letters: int) -> PairTokens:
    """Return [CLS] sentence [SEP] claim [SEP] of these token numbers, half of them in the claim."""
    half = len(letters) // 2
    return [101, *letters[:half], 102, *letters[half:], 102], [0] * (half + 2) + [1] * (len(letters) - half + 1)


GROUP: Item = ([_row(140, 141, 140, 141), _row(140, 141, 150, 151), _row(140, 141, 160)], [1, 0, 0])
AGREES, DISAGREES, NOT_SUPPORT = (([_row(140, 145, 150, last)], [label]) for last, label in ((151, 0), (152, 1), (153, 3)))


def test_rows_are_padded_to_the_longest() -> None:
    tokens, kinds, mask = tensors([_row(140, 141), _row(140, 141, 142, 143)])
    assert tokens.shape == kinds.shape == mask.shape == (2, 7)
    assert mask.sum(dim=1).tolist() == [5, 7]
    assert tokens[0, 5:].tolist() == [0, 0]


def test_deviating_from_the_teachers_relevance_costs() -> None:
    model, other = tiny_network(seed=1), tiny_network(seed=2)
    with torch.no_grad():
        plain = float(relevance_loss(model, [GROUP]))
        assert float(relevance_loss(model, [GROUP], teacher=model, keep=1.0)) == pytest.approx(plain)
        assert float(relevance_loss(model, [GROUP], teacher=other, keep=1.0)) > plain
        assert float(relevance_loss(model, [GROUP], teacher=other, keep=0.0)) == pytest.approx(plain)


def test_smoothing_and_not_support_losses_match_their_formulas() -> None:
    model = tiny_network(seed=3)
    with torch.no_grad():
        logits = model(*tensors([NOT_SUPPORT[0][0]]), "stance")
        sure = torch.log_softmax(logits, dim=1)
        expected = -float(torch.logsumexp(sure[:, 1:], dim=1))
        assert float(stance_loss(model, [NOT_SUPPORT])) == pytest.approx(expected, abs=1e-5)
        assert float(stance_loss(model, [AGREES], smoothing=1.0)) == pytest.approx(
            -float(torch.log_softmax(model(*tensors([AGREES[0][0]]), "stance"), dim=1).mean()), abs=1e-5
        )


@pytest.mark.parametrize("half", [False, True])
def test_training_learns_stance_and_keeps_relevance_near_its_teacher(
    half: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fitting, "OUT", tmp_path)
    model, teacher = tiny_network(seed=4), tiny_network(seed=4)
    plan = Plan(steps=30, groups=1, passes=1.0, seed=0, threads=1, rate=1e-3, half=half, keep=2.0, apart=True)
    before = float(stance_loss(model, [AGREES, DISAGREES]).detach())
    fit(model, teacher, iter(Batches([GROUP], 1, seed=1)), iter(Batches([AGREES, DISAGREES], 2, seed=2)), plan)
    model.eval()
    assert float(stance_loss(model, [AGREES, DISAGREES]).detach()) < before / 2
    assert {path.name for path in tmp_path.iterdir()} == {"checkpoint.safetensors", "step-00030.safetensors"}
    assert "20/30" in capsys.readouterr().out
    checkpoint = checkpoint_state(tmp_path / "checkpoint.safetensors")
    assert all(torch.equal(value, checkpoint[name]) for name, value in model.state_dict().items())


def test_batches_hold_rows_of_like_length_and_come_in_the_order_of_the_seed() -> None:
    items: list[Item] = [([_row(*range(140, 140 + length))], [length]) for length in (2, 20, 4, 18, 3, 19)]
    first, again, other = (iter(Batches(items, 3, seed=seed)) for seed in (1, 1, 5))
    batches = [[labels[0] for _, labels in next(first)] for _ in range(6)]
    assert batches == [[labels[0] for _, labels in next(again)] for _ in range(6)]
    assert batches != [[labels[0] for _, labels in next(other)] for _ in range(6)]
    assert all(max(batch) - min(batch) <= 2 for batch in batches)


def test_the_rate_goes_up_and_then_down_to_nearly_nothing() -> None:
    rates = [share_of_rate(step, 100) for step in range(100)]
    assert rates[0] < rates[5] and max(rates) <= 1.0
    assert rates[10:] == sorted(rates[10:], reverse=True) and rates[-1] == pytest.approx(0.02)


def test_shipped_weights_are_a_checkpoint_again(tmp_path: Path) -> None:
    models = tiny_models(tmp_path, seed=6)
    network, other = tiny_network(seed=6), tiny_network(seed=7)
    other.load_state_dict(checkpoint_state(models / "trunk" / "model.safetensors"))
    for name, value in network.state_dict().items():
        assert torch.allclose(value.float(), other.state_dict()[name].float(), rtol=1e-3, atol=1e-3), name


def test_training_starts_from_the_layers_of_a_published_encoder(tmp_path: Path) -> None:
    layers = {name: value.float() for name, value in load_file(models_dir() / "encoder" / "model.safetensors").items()}
    beside = {"pooler.dense.weight": torch.zeros(2, 2), "embeddings.position_ids": torch.arange(512)[None]}
    save_file({**layers, **beside}, tmp_path / "model.safetensors")
    begun = start(tmp_path, free=False).trunk.bert
    assert torch.equal(begun.state_dict()["encoder.layer.5.output.dense.weight"], layers["encoder.layer.5.output.dense.weight"])
    assert not begun.encoder.layer[0].output.dense.weight.requires_grad and begun.encoder.layer[5].output.dense.weight.requires_grad
    save_file({name: value for name, value in layers.items() if "layer.5" not in name}, tmp_path / "model.safetensors")
    with pytest.raises(RuntimeError, match="Missing"):
        start(tmp_path, free=False)
