"""Checks of a user's model folder before any model library opens it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from app.errors import ModelError
from app.inference.user_models.model_folder import open_folder, reopen_folder
from tests.fakes.model_folders import write_json

TRANSFORMER, POOLING, DENSE = (f"sentence_transformers.models.{name}" for name in ("Transformer", "Pooling", "Dense"))


def modules(folder: Path, *entries: tuple[str, str]) -> None:
    write_json(folder / "modules.json", [{"idx": n, "name": str(n), "path": path, "type": kind} for n, (path, kind) in enumerate(entries)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write the files of an encoder, with weights that are never read."""
    folder = tmp_path / "my model"
    write_json(folder / "config.json", {"model_type": "bert"})
    modules(folder, ("", TRANSFORMER), ("1_Pooling", POOLING))
    write_json(folder / "1_Pooling" / "config.json", {"pooling_mode_mean_tokens": True})
    (folder / "model.safetensors").write_bytes(b"weights")
    (folder / "vocab.txt").write_text("[PAD]\n")
    (folder / "README.md").write_text("---\nlanguage: en\nlicense: 'cc-by-4.0'\n---\nA model.\n")
    return folder


def test_a_good_folder_is_described(folder: Path) -> None:
    model_folder = open_folder(folder, role="encoder")
    assert (model_folder.name, model_folder.role, model_folder.folder, model_folder.licence) == (
        "my model",
        "encoder",
        folder.resolve(),
        "cc-by-4.0",
    )
    assert model_folder.size == sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and path.suffix != ".md")
    assert model_folder.config("config.json") == {"model_type": "bert"} and model_folder.config("none.json") == {}
    assert reopen_folder(folder, role="encoder", fingerprint=model_folder.fingerprint) == model_folder


def test_the_fingerprint_covers_only_files_that_are_read(folder: Path, tmp_path: Path) -> None:
    before = open_folder(folder, role="encoder").fingerprint
    (folder / "README.md").write_text("other words")
    (folder / "pytorch_model.bin").write_bytes(b"not read")
    write_json(folder / ".cache" / "state.json", {"not": "read"})
    shutil.copytree(folder, tmp_path / "elsewhere")
    assert {open_folder(path, role="stance").fingerprint for path in (folder, tmp_path / "elsewhere")} == {before}


@pytest.mark.parametrize("name", ["model.safetensors", "vocab.txt", "1_Pooling/config.json", "config.json"])
def test_any_changed_file_is_reported(folder: Path, name: str) -> None:
    before = open_folder(folder, role="encoder").fingerprint
    with (folder / name).open("ab") as file:
        file.write(b" ")
    with pytest.raises(ModelError, match="not those that were tested") as raised:
        reopen_folder(folder, role="encoder", fingerprint=before)
    assert raised.value.code == "own-model-altered" and "models use encoder" in raised.value.hint


def pickled(folder: Path) -> None:
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")


def no_weights(folder: Path) -> None:
    (folder / "model.safetensors").unlink()


def no_config(folder: Path) -> None:
    (folder / "config.json").unlink()


def damaged_config(folder: Path) -> None:
    (folder / "config.json").write_text("{")


def listed_config(folder: Path) -> None:
    write_json(folder / "config.json", [1])


def own_code(folder: Path) -> None:
    write_json(folder / "config.json", {"model_type": "new", "auto_map": {"AutoModel": "modeling_new.NewModel"}})


def tokenizer_code(folder: Path) -> None:
    write_json(folder / "tokenizer_config.json", {"auto_map": {"AutoTokenizer": ["tokenizer_new.New", None]}})


def foreign_module(folder: Path) -> None:
    modules(folder, ("", "custom_code.Transformer"))


def unknown_module(folder: Path) -> None:
    modules(folder, ("", TRANSFORMER), ("1_CNN", "sentence_transformers.models.CNN"))


def pickled_dense(folder: Path) -> None:
    modules(folder, ("", TRANSFORMER), ("1_Pooling", POOLING), ("2_Dense", DENSE))
    write_json(folder / "2_Dense" / "config.json", {"in_features": 3})
    (folder / "2_Dense" / "pytorch_model.bin").write_bytes(b"weights")


def outside(folder: Path) -> None:
    modules(folder, ("", TRANSFORMER), ("../elsewhere", POOLING))


def damaged_modules(folder: Path) -> None:
    write_json(folder / "modules.json", {"not": "a list"})


@pytest.mark.parametrize(
    ("harm", "expected"),
    [
        (pickled, "pickle"),
        (no_weights, "no safetensors weights"),
        (no_config, "config.json"),
        (damaged_config, "cannot be read"),
        (listed_config, "damaged"),
        (own_code, "run code"),
        (tokenizer_code, "run code"),
        (foreign_module, "custom_code.Transformer"),
        (unknown_module, "CNN"),
        (pickled_dense, "pickle"),
        (outside, "outside the folder"),
        (damaged_modules, "damaged"),
    ],
)
def test_unsuitable_folders_are_refused_in_one_sentence(folder: Path, harm: Callable[[Path], None], expected: str) -> None:
    harm(folder)
    with pytest.raises(ModelError) as raised:
        open_folder(folder, role="encoder")
    assert raised.value.code == "own-model-unfit" and expected in raised.value.message
    assert raised.value.message.endswith(".") and "\n" not in raised.value.message
    assert ("save_pretrained" in raised.value.hint) == (harm in {pickled, no_weights, pickled_dense})


def test_a_folder_that_is_gone_and_one_that_cannot_be_read(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError) as raised:
        open_folder(tmp_path / "nowhere", role="stance")
    assert raised.value.code == "own-model-missing" and "models use stance default" in raised.value.hint
    with pytest.raises(ModelError):
        open_folder(folder / "config.json", role="stance")
    if os.name == "posix":
        (folder / "vocab.txt").unlink()
        (folder / "vocab.txt").symlink_to(folder / "gone")
        assert open_folder(folder, role="stance").size
