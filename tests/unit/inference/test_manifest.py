"""The manifest of bundled models: whole, missing, altered, made for another version."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from app.errors import ModelError
from app.inference import list_models, load_encoder, load_prefilter, verify_models
from app.inference.manifest import checked_model, read_config
from app.paths import models_dir
from models.manifest import write_manifest
from tests.fakes.encoder import FakeEncoder


def write_model(folder: Path, *, role: str = "stance", code: int = 1, config: str = '{"a": 1}') -> None:
    """A model folder with two small files, and a manifest that lists it."""
    model = folder / role
    model.mkdir(parents=True)
    blocks = ["format = 1", "[[model]]", f'role = "{role}"', 'name = "small"', f'folder = "{role}"', 'licence = "own"', f"code = {code}"]
    for name, content in (("config.json", config), ("weights.txt", "1 2 3")):
        (model / name).write_text(content, encoding="utf-8")
        digest = hashlib.sha256(content.encode()).hexdigest()
        blocks += ["[[model.file]]", f'path = "{name}"', f"size = {len(content.encode())}", f'sha256 = "{digest}"']
    (folder / "manifest.toml").write_text("\n".join(blocks), encoding="utf-8")


def test_an_intact_model_is_listed_and_verified(tmp_path: Path) -> None:
    write_model(tmp_path)
    (entry,) = list_models(tmp_path)
    assert (entry.role, entry.name, entry.size, entry.path("weights.txt").read_text()) == ("stance", "small", 13, "1 2 3")
    assert checked_model("stance", tmp_path) == entry
    assert read_config(entry) == {"a": 1}
    (check,) = verify_models(tmp_path)
    assert check.ok
    assert entry.artefact[:16] in check.detail


def test_the_artefact_changes_with_any_file(tmp_path: Path) -> None:
    write_model(tmp_path / "one")
    write_model(tmp_path / "two", config='{"a": 2}')
    assert list_models(tmp_path / "one")[0].artefact != list_models(tmp_path / "two")[0].artefact


def write_figures(folder: Path, content: str) -> str:
    """Write the card's and the figures' files of a model made by `write_model`, and list them; returns the model's artefact."""
    blocks = ["[[model]]", 'role = "stance"', 'name = "small"', 'folder = "stance"', 'licence = "own"', "code = 1", "file = []"]
    for name in ("CARD.md", "metrics.json"):
        (folder / "stance" / name).write_text(content, encoding="utf-8")
        digest = hashlib.sha256(content.encode()).hexdigest()
        blocks += ["[[model.about]]", f'path = "{name}"', f"size = {len(content.encode())}", f'sha256 = "{digest}"']
    (folder / "manifest.toml").write_text("\n".join(blocks), encoding="utf-8")
    return list_models(folder)[0].artefact


def test_new_figures_do_not_change_the_artefact(tmp_path: Path) -> None:
    write_model(tmp_path)
    assert write_figures(tmp_path, '{"accuracy": 0.8}') == write_figures(tmp_path, '{"accuracy": 0.9}')
    assert verify_models(tmp_path)[0].ok


@pytest.mark.parametrize("name", ["CARD.md", "metrics.json"])
@pytest.mark.parametrize("content", ['{"accuracy": 0.9}', '{"accuracy": 0.', None])
def test_changed_figures_are_noticed(tmp_path: Path, name: str, content: str | None) -> None:
    write_model(tmp_path)
    write_figures(tmp_path, '{"accuracy": 0.8}')
    path = tmp_path / "stance" / name
    path.unlink() if content is None else path.write_text(content, encoding="utf-8")
    (check,) = verify_models(tmp_path)
    assert not check.ok and name in check.detail
    with pytest.raises(ModelError, match=name.replace(".", r"\.")):
        checked_model("stance", tmp_path)


def remove_manifest(folder: Path) -> None:
    (folder / "manifest.toml").unlink()


def damage_manifest(folder: Path) -> None:
    (folder / "manifest.toml").write_bytes(b"format = = 1 \xff")


def empty_manifest(folder: Path) -> None:
    (folder / "manifest.toml").write_text("format = 1\n")


def remove_file(folder: Path) -> None:
    (folder / "stance" / "weights.txt").unlink()


def change_a_byte(folder: Path) -> None:
    (folder / "stance" / "weights.txt").write_text("1 2 4")


def cut_file(folder: Path) -> None:
    (folder / "stance" / "weights.txt").write_text("1 2")


def other_version(folder: Path) -> None:
    manifest = folder / "manifest.toml"
    manifest.write_text(manifest.read_text().replace("code = 1", "code = 99"))


@pytest.mark.parametrize(
    ("harm", "code"),
    [
        (remove_manifest, "model-missing"),
        (damage_manifest, "model-altered"),
        (empty_manifest, "model-altered"),
        (remove_file, "model-missing"),
        (change_a_byte, "model-altered"),
        (cut_file, "model-altered"),
        (other_version, "model-mismatch"),
    ],
)
def test_each_fault_has_a_code_a_message_and_a_hint(tmp_path: Path, harm: Callable[[Path], None], code: str) -> None:
    write_model(tmp_path)
    harm(tmp_path)
    with pytest.raises(ModelError) as caught:
        checked_model("stance", tmp_path)
    assert caught.value.code == code
    assert caught.value.message.endswith(".")
    assert caught.value.hint
    (check,) = verify_models(tmp_path)
    assert not check.ok
    assert check.hint


def test_a_role_that_no_model_has(tmp_path: Path) -> None:
    write_model(tmp_path)
    with pytest.raises(ModelError, match="encoder") as caught:
        load_encoder(models=tmp_path)
    assert caught.value.code == "model-missing"


@pytest.mark.parametrize("config", ["[1]", "{", ""])
def test_a_configuration_that_is_not_one(tmp_path: Path, config: str) -> None:
    write_model(tmp_path, config=config)
    with pytest.raises(ModelError) as caught:
        read_config(checked_model("stance", tmp_path))
    assert caught.value.code == "model-altered"


def test_a_scorer_refuses_an_encoder_of_another_dimension() -> None:
    with pytest.raises(ModelError) as caught:
        load_prefilter(FakeEncoder(dimension=64))
    assert caught.value.code == "model-mismatch"


def test_weights_that_cannot_be_loaded_is_a_plain_message(tmp_path: Path) -> None:
    entry = checked_model("encoder")
    for file in (*entry.files, *entry.about):
        target = tmp_path / "encoder" / file.path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(entry.path(file.path), target)
    weights = tmp_path / "encoder" / "model.safetensors"
    weights.write_bytes(b"\x08\x01 no tensors")
    manifest = (entry.folder.parent / "manifest.toml").read_text(encoding="utf-8")
    old = next(file for file in entry.files if file.path == "model.safetensors")
    manifest = manifest.replace(old.sha256, hashlib.sha256(weights.read_bytes()).hexdigest())
    manifest = manifest.replace(f"size = {old.size}\n", f"size = {weights.stat().st_size}\n")
    (tmp_path / "manifest.toml").write_text(manifest, encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        load_encoder(models=tmp_path, device="cpu")
    assert caught.value.code == "model-mismatch"


def test_a_model_whose_numbers_stayed_keeps_the_hash_that_libraries_know(tmp_path: Path) -> None:
    write_model(tmp_path)
    plain = list_models(tmp_path)[0].artefact
    manifest = tmp_path / "manifest.toml"
    manifest.write_text(manifest.read_text("utf-8").replace("[[model]]\n", '[[model]]\nformer_artefact = "abc"\n', 1), "utf-8")
    assert list_models(tmp_path)[0].artefact == "abc" != plain


def test_other_weights_lose_the_former_hash(tmp_path: Path) -> None:
    shipped = models_dir() / "syntax"
    folder = Path(shutil.copytree(shipped, tmp_path / "syntax"))
    write_manifest(tmp_path)
    assert list_models(tmp_path)[0].former_artefact
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1] + b"\x00\x01")
    write_manifest(tmp_path)
    assert not list_models(tmp_path)[0].former_artefact
