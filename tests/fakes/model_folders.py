"""Tiny models in folders as transformers and sentence-transformers save them; made here, never downloaded.
The cross-encoders are trained for a second until they know the known pairs by heart: they pass the acceptance test and know nothing
else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from app.inference.user_models.known_pairs import KNOWN

DIMENSION = 32
_BY_HEART = 0.05
"""The training loss at which the pairs are known; it ends there."""
_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def _tokenizer(folder: Path) -> Any:
    from transformers import BertTokenizerFast

    texts = " ".join(text for known_claim in KNOWN for text in (known_claim.claim, known_claim.same, known_claim.denied, known_claim.other))
    words = sorted(
        set(re.findall(r"\w+|[^\w\s]", texts.lower()))
        | set("abcdefghijklmnopqrstuvwxyz")
        | {f"##{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"}
    )
    tokenizer = BertTokenizerFast(vocab={word: number for number, word in enumerate((*_SPECIAL, *words))}, model_max_length=64)
    tokenizer.save_pretrained(str(folder))
    return tokenizer


def _config(size: int, **more: Any) -> Any:
    from transformers import BertConfig

    return BertConfig(
        vocab_size=size,
        hidden_size=DIMENSION,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=64,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        **more,
    )


def encoder_folder(folder: Path, *, pooling: str = "mean", prompts: dict[str, str] | None = None, default: str | None = None) -> Path:
    """Write an untrained encoder that distinguishes texts by their words, enough for the acceptance test."""
    import torch
    from transformers import BertModel
    from transformers.utils import logging

    logging.disable_progress_bar()
    folder.mkdir(parents=True)
    size = len(_tokenizer(folder))
    torch.manual_seed(5)
    BertModel(_config(size), add_pooling_layer=False).save_pretrained(str(folder))
    modules = [("", "sentence_transformers.models.Transformer"), ("1_Pooling", "sentence_transformers.models.Pooling")]
    entries = [{"idx": number, "name": str(number), "path": path, "type": kind} for number, (path, kind) in enumerate(modules)]
    write_json(folder / "modules.json", entries)
    write_json(folder / "sentence_bert_config.json", {"max_seq_length": 48, "do_lower_case": False})
    write_json(
        folder / "1_Pooling" / "config.json",
        {"word_embedding_dimension": DIMENSION, f"pooling_mode_{pooling}_tokens" if pooling != "cls" else "pooling_mode_cls_token": True}
        | ({"pooling_mode_mean_tokens": False} if pooling != "mean" else {}),
    )
    write_json(folder / "config_sentence_transformers.json", {"prompts": prompts or {}, "default_prompt_name": default})
    (folder / "README.md").write_text("---\nlicense: mit\n---\nA tiny encoder.\n", encoding="utf-8")
    return folder


def cross_encoder_folder(folder: Path, *, labels: Sequence[str], steps: int = 600) -> Path:
    """Write a cross-encoder that knows the known pairs: with one label their similarity, with three the stance in the order of the
    names. Meaningless names (LABEL_0, …) stand for neutral, support, refute. `steps` is the maximum; with none it is untrained."""
    import torch
    from transformers import BertForSequenceClassification
    from transformers.utils import logging

    logging.disable_progress_bar()
    folder.mkdir(parents=True)
    tokenizer = _tokenizer(folder)
    torch.manual_seed(5)
    config = _config(len(tokenizer), id2label=dict(enumerate(labels)), label2id={label: number for number, label in enumerate(labels)})
    model = BertForSequenceClassification(config)
    _train(model, tokenizer, labels, steps)
    model.save_pretrained(str(folder))
    return folder


def _train(model: Any, tokenizer: Any, labels: Sequence[str], steps: int) -> None:
    import torch

    pairs = [(known_claim.claim, text) for known_claim in KNOWN for text in (known_claim.same, known_claim.denied, known_claim.other)]
    sides = [list(side) for side in (zip(*pairs, strict=True) if len(labels) > 1 else zip(*((b, a) for a, b in pairs), strict=True))]
    batch = tokenizer(*sides, padding=True, return_tensors="pt")
    order = ("entailment", "contradiction", "neutral") if "neutral" in labels else ("LABEL_1", "LABEL_2", "LABEL_0")
    optimiser = torch.optim.AdamW(model.parameters(), lr=2e-3)
    for _ in range(steps):
        logits = model(**batch).logits
        if len(labels) == 1:
            targets = torch.tensor([1.0, 1.0, 0.0] * len(KNOWN))
            loss = torch.nn.functional.binary_cross_entropy_with_logits(logits[:, 0], targets)
        else:
            loss = torch.nn.functional.cross_entropy(logits, torch.tensor([labels.index(name) for name in order] * len(KNOWN)))
        if loss.item() < _BY_HEART:
            break
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()


def write_json(path: Path, content: object) -> None:
    """Write a JSON file and make its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")
