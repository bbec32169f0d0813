"""GGUF files of tiny transformers with random weights, built with the `gguf` package, which llama.cpp loads in milliseconds."""

from __future__ import annotations

from pathlib import Path

import gguf
import numpy as np

TEMPLATE = (
    "{{ bos_token }}{% for message in messages %}<|{{ message['role'] }}|>{{ message['content'] }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)
STRICT_TEMPLATE = "{% if messages[0]['role'] == 'system' %}{{ raise_exception('no instructions here') }}{% endif %}" + TEMPLATE
_WIDTH, _HEADS, _LAYERS = 32, 2, 2
_CONTROL = ("<|system|>", "<|user|>", "<|assistant|>", "<|end|>")
_WORDS = ("yes", "no", "Yes", "No", "the", "bridge", "claim", "town", "fact", "check", "rank", "answer", "one", "two", "river", "opened")


def _vocabulary() -> tuple[list[str], list[float], list[int]]:
    """Return a SentencePiece-like vocabulary: special tokens, all bytes, letters, and a few words with and without a space before."""
    kind = gguf.TokenType
    rows: list[tuple[str, float, int]] = [("<unk>", 0.0, kind.UNKNOWN), ("<s>", 0.0, kind.CONTROL), ("</s>", 0.0, kind.CONTROL)]
    rows += [(name, 0.0, kind.CONTROL) for name in _CONTROL]
    rows += [(f"<0x{byte:02X}>", 0.0, kind.BYTE) for byte in range(256)]
    rows += [(chr(code), -100.0, kind.NORMAL) for code in range(33, 127)]
    rows += [("▁", -100.0, kind.NORMAL)]
    pieces = dict.fromkeys(f"{mark}{word}"[:end] for word in _WORDS for mark in ("▁", "") for end in range(2, len(mark + word) + 1))
    rows += [(piece, -float(index + 1), kind.NORMAL) for index, piece in enumerate(sorted(pieces, key=len, reverse=True))]
    return [row[0] for row in rows], [row[1] for row in rows], [int(row[2]) for row in rows]


def build_gguf(
    path: Path,
    *,
    template: str = TEMPLATE,
    ranks: bool = False,
    seed: int = 0,
    context: int = 1024,
    name: str = "Tiny Random",
    layers: int = _LAYERS,
    width: int = _WIDTH,
) -> Path:
    """Write a llama-like model of some hundred thousand weights; with `ranks` it has a head that scores documents."""
    tokens, scores, kinds = _vocabulary()
    writer = gguf.GGUFWriter(path, "qwen3" if ranks else "llama")  # llama.cpp knows heads for documents in some architectures only
    writer.add_name(name)
    writer.add_license("CC0-1.0")
    writer.add_context_length(context)
    writer.add_embedding_length(width)
    writer.add_block_count(layers)
    writer.add_feed_forward_length(2 * width)
    writer.add_head_count(_HEADS)
    writer.add_head_count_kv(_HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(width // _HEADS)
    writer.add_key_length(width // _HEADS)
    writer.add_value_length(width // _HEADS)
    writer.add_vocab_size(len(tokens))
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores(scores)
    writer.add_token_types(kinds)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_eot_token_id(tokens.index("<|end|>"))
    writer.add_add_bos_token(True)
    if template:
        writer.add_chat_template(template)
    if ranks:
        writer.add_pooling_type(gguf.PoolingType.RANK)
        writer.add_add_eos_token(True)
    for tensor, shape in _tensors(len(tokens), layers, width, ranks=ranks):
        writer.add_tensor(tensor, _weights(tensor, shape, seed))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _tensors(vocabulary: int, layers: int, width: int, *, ranks: bool) -> list[tuple[str, tuple[int, ...]]]:
    tensors: list[tuple[str, tuple[int, ...]]] = [
        ("token_embd.weight", (vocabulary, width)),
        ("output_norm.weight", (width,)),
        ("output.weight", (vocabulary, width)),
    ]
    for layer in range(layers):
        tensors += [(f"blk.{layer}.{part}_norm.weight", (width,)) for part in ("attn", "ffn")]
        tensors += [(f"blk.{layer}.attn_{part}.weight", (width, width)) for part in ("q", "k", "v", "output")]
        tensors += [(f"blk.{layer}.ffn_{part}.weight", (2 * width, width)) for part in ("gate", "up")]
        tensors += [(f"blk.{layer}.ffn_down.weight", (width, 2 * width))]
    if ranks:
        tensors += [(f"blk.{layer}.attn_{part}_norm.weight", (width // _HEADS,)) for layer in range(layers) for part in ("q", "k")]
        tensors += [("cls.output.weight", (1, width))]
    return tensors


def _weights(name: str, shape: tuple[int, ...], seed: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    if name.endswith("_norm.weight"):
        return np.ones(shape, np.float32)
    rng = np.random.default_rng([seed, *name.encode()])
    return (rng.standard_normal(shape) * (4.0 if name == "output.weight" else 1.0) / np.sqrt(shape[-1])).astype(np.float32)
