"""What a folder of the user's own may hold, said before any model library looks at it."""

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
    """The files of an encoder, weights that nobody will read among them."""
    folder = tmp_path / "my model"
    write_json(folder / "config.json", {"model_type": "bert"})
    modules(folder, ("", TRANSFORMER), ("1_Pooling", POOLING))
    write_json(folder / "1_Pooling" / "config.json", {"pooling_mode_mean_tokens": True})
    (folder / "model.safetensors").write_bytes(b"weights")
    (folder / "vocab.txt").write_text("[PAD]\n")
    (folder / "README.md").write_text("---\nlanguage: en\nlicense: 'cc-by-4.0'\n---\nA model.\n")
    return folder


def test_a_good_folder_is_described(folder: Path) -> None:
    found = open_folder(folder, role="encoder")
    assert (found.name, found.role, found.folder, found.licence) == ("my model", "encoder", folder.resolve(), "cc-by-4.0")
    assert found.size == sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and path.suffix != ".md")
    assert found.config("config.json") == {"model_type": "bert"} and found.config("none.json") == {}
    assert reopen_folder(folder, role="encoder", fingerprint=found.fingerprint) == found


def test_the_fingerprint_is_of_what_is_read_wherever_it_lies(folder: Path, tmp_path: Path) -> None:
    before = open_folder(folder, role="encoder").fingerprint
    (folder / "README.md").write_text("other words")
    (folder / "pytorch_model.bin").write_bytes(b"not read")
    write_json(folder / ".cache" / "state.json", {"not": "read"})
    shutil.copytree(folder, tmp_path / "elsewhere")
    assert {open_folder(place, role="stance").fingerprint for place in (folder, tmp_path / "elsewhere")} == {before}


@pytest.mark.parametrize("name", ["model.safetensors", "vocab.txt", "1_Pooling/config.json", "config.json"])
def test_any_change_of_what_is_read_is_told(folder: Path, name: str) -> None:
    before = open_folder(folder, role="encoder").fingerprint
    with (folder / name).open("ab") as file:
        file.write(b" ")
    with pytest.raises(ModelError, match="not those that were tested") as told:
        reopen_folder(folder, role="encoder", fingerprint=before)
    assert told.value.code == "own-model-altered" and "models use encoder" in told.value.hint


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
    ("harm", "said"),
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
def test_what_may_not_be_there_is_said_in_a_sentence(folder: Path, harm: Callable[[Path], None], said: str) -> None:
    harm(folder)
    with pytest.raises(ModelError) as told:
        open_folder(folder, role="encoder")
    assert told.value.code == "own-model-unfit" and said in told.value.message
    assert told.value.message.endswith(".") and "\n" not in told.value.message
    assert ("save_pretrained" in told.value.hint) == (harm in {pickled, no_weights, pickled_dense})


def test_a_folder_that_is_gone_and_one_that_cannot_be_read(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError) as told:
        open_folder(tmp_path / "nowhere", role="stance")
    assert told.value.code == "own-model-missing" and "models use stance default" in told.value.hint
    with pytest.raises(ModelError):
        open_folder(folder / "config.json", role="stance")
    if os.name == "posix":
        (folder / "vocab.txt").unlink()
        (folder / "vocab.txt").symlink_to(folder / "gone")
        assert open_folder(folder, role="stance").size
