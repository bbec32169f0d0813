"""Multilingual user models: prefixes and pooling follow their folders, stance is limited to their languages."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.bootstrap import Session
from app.bootstrap.downloads import OFFERED
from app.domain.factcheck import FactCheck
from app.domain.options import MatchOptions, Query
from app.domain.progress import CancelToken, no_progress
from app.domain.verdict import Verdict
from app.inference.user_models.known_pairs import KNOWN
from app.inference.user_models.loading import validate_user_model
from app.inference.user_models.model_folder import RECORD, open_folder
from app.inference.user_models.user_encoder import E5, Prompts, load_folder_encoder
from app.ports import TextEncoder
from app.services.claim_lookup import look_up
from app.settings import load_settings
from tests.fakes.command_line import CommandLine, write_rows
from tests.fakes.engine import fake_engine
from tests.fakes.model_folders import DIMENSION, cross_encoder_folder, write_json

TEXTS = (
    "El puente sobre el río se abrió en 1931.",
    "A ponte sobre o rio foi aberta em 1931.",
    "Мост через реку открыли в 1931 году.",
    "नदी पर पुल 1931 में खुला।",
    "河上的桥于1931年开放。",
    "افتتح الجسر فوق النهر عام 1931.",
)


def multilingual_folder(folder: Path, *, pooling: str = "mean", config_fields: dict[str, Any] | None = None) -> Path:
    """Write a tiny untrained encoder whose WordPiece vocabulary was learnt from sentences in seven languages."""
    import torch
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast
    from transformers.utils import logging

    logging.disable_progress_bar()
    folder.mkdir(parents=True)
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer, tokenizer.pre_tokenizer = normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer()
    known_texts = [text for known_claim in KNOWN for text in (known_claim.claim, known_claim.same, known_claim.denied, known_claim.other)]
    tokenizer.train_from_iterator(
        [*TEXTS, *known_texts], trainers.WordPieceTrainer(vocab_size=900, special_tokens=special, show_progress=False)
    )
    special_tokens = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]", "mask_token": "[MASK]"}
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, model_max_length=64, **special_tokens).save_pretrained(str(folder))
    torch.manual_seed(3)
    sizes = {"hidden_size": DIMENSION, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 64}
    config = BertConfig(vocab_size=tokenizer.get_vocab_size(), max_position_embeddings=64, **sizes)
    BertModel(config, add_pooling_layer=False).save_pretrained(str(folder))
    modules = [("", "sentence_transformers.models.Transformer"), ("1_Pooling", "sentence_transformers.models.Pooling")]
    write_json(
        folder / "modules.json",
        [{"idx": number, "name": str(number), "path": path, "type": kind} for number, (path, kind) in enumerate(modules)],
    )
    modes = {"mean": "pooling_mode_mean_tokens", "cls": "pooling_mode_cls_token", "last": "pooling_mode_lasttoken"}
    write_json(
        folder / "1_Pooling" / "config.json",
        {"word_embedding_dimension": DIMENSION, **{name: mode == pooling for mode, name in modes.items()}},
    )
    if config_fields is not None:
        write_json(folder / "config_sentence_transformers.json", config_fields)
    return folder


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TextEncoder]:
    base = tmp_path_factory.mktemp("pooling")
    folders = {pooling: multilingual_folder(base / pooling, pooling=pooling) for pooling in ("mean", "cls", "last")}
    return {pooling: load_folder_encoder(open_folder(folder, role="encoder"), device="cpu")[0] for pooling, folder in folders.items()}


@pytest.mark.parametrize("pooling", ["mean", "cls", "last"])
def test_pooling_follows_the_folder_and_a_vector_depends_only_on_its_text(loaded: dict[str, TextEncoder], pooling: str) -> None:
    encoder = loaded[pooling]
    together = encoder.encode(TEXTS, progress=no_progress, cancel=CancelToken())
    assert together.shape == (len(TEXTS), DIMENSION) and np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)
    backwards = encoder.encode(TEXTS[::-1], progress=no_progress, cancel=CancelToken())[::-1]
    assert (together * backwards).sum(axis=1).min() > 0.9999
    other_vectors = [other.encode(TEXTS, progress=no_progress, cancel=CancelToken()) for name, other in loaded.items() if name != pooling]
    assert all((together * other).sum(axis=1).max() < 0.9999 for other in other_vectors)


E5_NAMES = (
    "intfloat/multilingual-e5-small",
    "intfloat/e5-base-v2",
    "/home/me/models/multilingual-e5-large/",
    "me/my-e5-small-finetuned",
)
OTHERS = (
    "sentence-transformers/LaBSE",
    "intfloat/multilingual-e5-large-instruct",
    "Alibaba/gte-multilingual",
    "me/e55-model",
    "type5-base",
    "",
)


def rename_to(name: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        config = json.loads((folder / "config.json").read_text())
        write_json(folder / "config.json", config | {"_name_or_path": name})

    return change


@pytest.fixture(scope="module")
def plain_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return multilingual_folder(tmp_path_factory.mktemp("plain") / "model")


def prompts_of(folder: Path) -> Prompts:
    return load_folder_encoder(open_folder(folder, role="encoder"), device="cpu")[1]


@pytest.mark.parametrize("name", E5_NAMES)
def test_a_model_named_e5_gets_its_prefixes(plain_model: Path, name: str) -> None:
    rename_to(name)(plain_model)
    assert prompts_of(plain_model) == E5


@pytest.mark.parametrize("name", OTHERS)
def test_a_model_with_another_name_gets_no_prefixes(plain_model: Path, name: str) -> None:
    rename_to(name)(plain_model)
    assert prompts_of(plain_model) == Prompts()


def test_the_repository_name_counts_and_the_folders_prompts_win(plain_model: Path) -> None:
    rename_to("")(plain_model)
    write_json(plain_model / RECORD, {"repository": "intfloat/multilingual-e5-base"})
    assert prompts_of(plain_model) == E5
    write_json(plain_model / "config_sentence_transformers.json", {"prompts": {"query": "q: ", "document": "d: "}})
    assert prompts_of(plain_model) == Prompts(query="q: ", passage="d: ")
    for file in (plain_model / RECORD, plain_model / "config_sentence_transformers.json"):
        file.unlink()
    assert any(offer.repository == "intfloat/multilingual-e5-base" for offer in OFFERED)


def test_stance_is_judged_in_the_models_languages(tmp_path: Path) -> None:
    claim = "El puente del puerto costó nueve millones de coronas al ayuntamiento."
    check = FactCheck(id="a", claim=claim, verdict=Verdict.FALSE, language="es", publisher="Maldita")
    engine = fake_engine(tmp_path / "library", [check])

    def judged(languages: frozenset[str] | None) -> tuple[bool, str]:
        limited_engine = replace(engine, stance_languages=languages)
        query = [Query(qid="1", text=claim)]
        entry = look_up(query, engine=limited_engine, options=MatchOptions(), progress=no_progress, cancel=CancelToken()).results[0]
        return entry.matches[0].stance_probabilities.judged, " ".join(entry.matches[0].reasons)

    assert judged(frozenset({"en"})) == (False, judged(frozenset({"en"}))[1])
    assert "reads English only" in judged(frozenset({"en"}))[1]
    assert "does not read this language" in judged(frozenset({"pt"}))[1]
    assert judged(frozenset({"es", "pt"}))[0] and judged(None)[0]
    engine.library.close()


def test_a_stance_model_is_added_for_languages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = cross_encoder_folder(tmp_path / "xnli", labels=("contradiction", "entailment", "neutral"))
    assert validate_user_model("stance", folder, device="cpu").folder == folder
    session = Session(device="cpu")
    assert session.models.stance_languages() == frozenset({"en"})
    command = CommandLine(session, capsys, tmp_path / "library")
    assert "Only a stance model" in command("models", "use", "encoder", folder, "--languages", "es").refusal()
    completed = command("models", "use", "stance", folder, "--languages", "es, pt-BR")
    assert completed.code == 0 and "es, pt-BR" in completed.err
    assert load_settings().stance_languages == ("es", "pt-BR")
    new_session = Session(device="cpu")
    assert new_session.models.stance_languages() == frozenset({"es", "pt"})
    pairs = write_rows(tmp_path / "p.jsonl", {"premise": TEXTS[0], "hypothesis": TEXTS[0]}, {"premise": TEXTS[2], "hypothesis": TEXTS[2]})
    rows = CommandLine(new_session, capsys, tmp_path / "library").done("stance", "--pairs", pairs).rows
    assert rows[1]["abstain"] and rows[0]["abstain"] == (max(rows[0][name] for name in ("support", "refute", "neutral")) < 0.5)
    assert "“Klingon”" in command("models", "use", "stance", folder, "--languages", "Klingon").refusal()
