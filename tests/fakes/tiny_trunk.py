"""A cross-encoder of 32 numbers per token with random weights, made and exported like the real one, in a folder of models."""

from __future__ import annotations

import json
import string
from pathlib import Path

import torch
from safetensors.torch import save_file
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer
from transformers import BertConfig

from models.manifest import write_manifest
from models.reader.export import export as export_reader
from models.reader.network import Reader
from models.trunk.export import export
from models.trunk.network import CrossEncoder, empty

CALIBRATION = {"relevance": {"scale": 2.0, "shift": -0.5}, "stance": {"temperature": 1.5}}
_BERT = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64, "max_position_embeddings": 256}


def tiny_network(*, seed: int = 0, heads: dict[str, int] | None = None) -> CrossEncoder:
    """Return the network in evaluation mode; its weights vary widely, so that different pairs have different logits."""
    torch.manual_seed(seed)
    config = BertConfig(**_BERT, vocab_size=len(_vocabulary()), type_vocab_size=2, initializer_range=0.3)
    model = empty(config) if heads is None else CrossEncoder(empty(config).trunk.bert, heads)
    return model.eval()


def tiny_models(folder: Path, *, seed: int = 0, heads: dict[str, int] | None = None) -> Path:
    """Write a folder of models with a manifest: the trunk, pair scorer and stance as its heads, a reader, and the stance of posts."""
    encoder = folder / "encoder-files"
    (encoder / "reader").mkdir(parents=True)
    (encoder / "tokenizer.json").write_text(_tokenizer().to_str(), encoding="utf-8")
    common = {"vocab_size": len(_vocabulary()), "type_vocab_size": 2, "layer_norm_eps": 1e-12, "hidden_act": "gelu", "model_type": "bert"}
    bert = {**_BERT, **common}
    (encoder / "config.json").write_text(json.dumps(bert), encoding="utf-8")
    checkpoint = encoder / "checkpoint.safetensors"
    save_file(tiny_network(seed=seed, heads=heads).state_dict(), checkpoint)
    (encoder / "calibration.json").write_text(json.dumps(CALIBRATION), encoding="utf-8")
    export(checkpoint, folder / "trunk", encoder=encoder)
    for role, head in (("pair_scorer", "relevance"), ("stance", "stance")):
        write_head(folder / role, role=role, head=head)
    torch.manual_seed(seed)
    save_file(
        Reader(empty(BertConfig(**bert, initializer_range=0.3)).trunk.bert).state_dict(), encoder / "reader" / "checkpoint.safetensors"
    )
    for head, role in (("span", "reader"), ("opinion", "opinion")):
        export_reader(encoder / "reader" / "checkpoint.safetensors", folder / role, head=head, trunk=folder / "trunk")
    write_manifest(folder)
    return folder


def write_head(folder: Path, *, role: str, head: str) -> None:
    """Write the folder of a role that is a head of the trunk."""
    description = {"name": f"tiny-{role}", "role": role, "licence": "none", "code": 1, "files": ["config.json"]}
    folder.mkdir(exist_ok=True)
    (folder / "config.json").write_text(json.dumps({"priorcheck": description, "kind": "trunk", "head": head}), encoding="utf-8")


def _vocabulary() -> dict[str, int]:
    """Return BERT's special tokens at their positions, then ASCII letters, digits and signs, at the beginning of a word and inside."""
    special_tokens = {0: "[PAD]", 100: "[UNK]", 101: "[CLS]", 102: "[SEP]", 103: "[MASK]"}
    tokens = [special_tokens.get(number, f"[unused{number - 1}]") for number in range(104)]
    letters = string.ascii_lowercase + string.digits
    return {word: number for number, word in enumerate([*tokens, *string.punctuation, *letters, *(f"##{letter}" for letter in letters)])}


def _tokenizer() -> Tokenizer:
    tokenizer = Tokenizer(WordPiece(_vocabulary(), unk_token="[UNK]"))
    tokenizer.normalizer = BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = BertPreTokenizer()
    return tokenizer
