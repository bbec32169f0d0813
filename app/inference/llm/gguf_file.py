"""The user's GGUF file: its metadata, checks of completeness and kind, and its fingerprint."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.domain.progress import CancelToken
from app.errors import ModelError
from app.inference.llm.gguf_header import Header, HeaderError, read_header
from app.inference.llm.gguf_types import MIXTURES, RANK_POOLING
from app.paths import resolved
from app.translation import tr

_CHUNK = 8 << 20
_TEMPLATE = "tokenizer.chat_template"
_NO_SPEECH = frozenset(
    {"bert", "nomic-bert", "nomic-bert-moe", "neo-bert", "jina-bert-v2", "jina-bert-v3", "modern-bert", "eurobert", "t5encoder"}
)
_TWO_SIDED = frozenset(("t5",))
_OTHER_KINDS = {"mmproj", "adapter", "imatrix", "vocab"}


@dataclass(frozen=True, slots=True, kw_only=True)
class GgufModel:
    """Metadata of a file that is not loaded.

    `parameters` is the number of weights, `trained_context` is in tokens (0: not stated), `memory_per_token` in bytes for each
    token of the context, `templates` are the chat templates by name ("" for the default). `ranks`: a reranker (rank pooling), which
    scores documents and does not generate text.
    """

    path: Path
    name: str
    architecture: str
    parameters: int
    trained_context: int
    layers: int
    memory_per_token: int
    mixture: str
    licence: str
    templates: Mapping[str, str]
    ranks: bool
    size: int
    changed: int

    @property
    def template(self) -> str:
        """Default chat template, "" without one."""
        return self.templates.get("", "")

    def words(self) -> str:
        """Return a description in one line for display."""
        size = f"{self.parameters / 1e9:.1f} B" if self.parameters >= 1e9 else f"{self.parameters / 1e6:.1f} M"
        context = tr("context {tokens} tokens", tokens=f"{self.trained_context:,}") if self.trained_context else ""
        template = "" if self.ranks else tr("chat template") if self.template else tr("no chat template")
        kind = tr("scores documents") if self.ranks else ""
        parts = (self.architecture, tr("{size} parameters", size=size), self.mixture, context, template, kind, self.licence)
        return ", ".join(part for part in parts if part)


def unfit(path: Path, reason: str, *, hint: str = "") -> ModelError:
    """Return the error `own-model-unfit`."""
    hint = hint or tr("Choose another GGUF file, or run “priorcheck models use llm default”.")
    return ModelError("own-model-unfit", tr("The file “{file}” cannot be used as llm: {reason}.", file=path, reason=reason), hint=hint)


def open_gguf(path: Path) -> GgufModel:
    """Read the metadata without loading the model. Raises ModelError `own-model-missing`, `own-model-unfit`."""
    path = resolved(path.expanduser())
    if not path.is_file():
        hint = tr("Put it back, or run “priorcheck models use llm default”.")
        raise ModelError("own-model-missing", tr("There is no file “{file}” to take as llm.", file=path), hint=hint)
    try:
        with path.open("rb") as file:
            header = read_header(file)
        status = path.stat()
    except OSError as error:
        raise unfit(path, tr("it cannot be read ({reason})", reason=error.strerror or type(error).__name__)) from error
    except HeaderError as error:
        raise unfit(path, str(error), hint=tr("Copy or download the file again.") if error.ends else "") from error
    _check_kind(path, header)
    if status.st_size < header.size:
        message = tr("it is not whole ({there} of {needed} MB are there)", there=status.st_size // 10**6, needed=-(-header.size // 10**6))
        raise unfit(path, message, hint=tr("Copy or download the file again."))
    return _described(path, header, size=status.st_size, changed=status.st_mtime_ns)


def reopen_gguf(path: Path, *, digest: str, fingerprint: str) -> GgufModel:
    """Read the metadata of a file that was chosen earlier and has this digest now. Raises as `open_gguf`, and ModelError
    `own-model-altered` if the fingerprint differs."""
    model = open_gguf(path)
    if digest != fingerprint:
        message = tr("The file of your own language model, “{file}”, is not the one that was tested when you chose it.", file=path)
        hint = tr("Run “priorcheck models use llm FILE” to test it anew, or “priorcheck models use llm default”.")
        raise ModelError("own-model-altered", message, hint=hint)
    return model


def digest_of(path: Path, *, cancel: CancelToken) -> str:
    """Return the SHA-256 of the whole file in hex. Raises ModelError `own-model-unfit` if it cannot be read, and Cancelled."""
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                cancel.check()
                digest.update(chunk)
    except OSError as error:
        raise unfit(path, tr("it cannot be read ({reason})", reason=error.strerror or type(error).__name__)) from error
    return digest.hexdigest()


def _check_kind(path: Path, header: Header) -> None:
    architecture = header.text("general.architecture")
    if not architecture:
        raise unfit(path, tr("it does not say what architecture it is"))
    if header.text("general.type") in _OTHER_KINDS or architecture == "clip" or not header.tensors:
        raise unfit(path, tr("it is no language model but a part that belongs to one"))
    parts = header.number("split.count", 1)
    if parts > 1:
        message = tr("it is one of {count} parts of a model", count=parts)
        raise unfit(path, message, hint=tr("Join the parts first (llama-gguf-split --merge)."))
    if architecture in _TWO_SIDED:
        raise unfit(path, tr("models with an encoder and a decoder cannot be asked here"))
    if architecture in _NO_SPEECH and header.number(f"{architecture}.pooling_type", -1) != RANK_POOLING:
        raise unfit(path, tr("it makes vectors of texts; it neither speaks nor scores documents"))


def _described(path: Path, header: Header, *, size: int, changed: int) -> GgufModel:
    architecture = header.text("general.architecture")
    templates = {key[len(_TEMPLATE) :].lstrip("."): header.text(key) for key in header.metadata if key.startswith(_TEMPLATE)}
    return GgufModel(
        path=path,
        name=_plain(header.text("general.name")) or path.stem,
        architecture=_plain(architecture),
        parameters=header.parameters,
        trained_context=header.number(f"{architecture}.context_length"),
        layers=header.number(f"{architecture}.block_count"),
        memory_per_token=_memory_per_token(header, architecture),
        mixture=MIXTURES.get(header.number("general.file_type", -1), ""),
        licence=_plain(header.text("general.license")) or "not stated",
        templates={name: text for name, text in templates.items() if text},
        ranks=header.number(f"{architecture}.pooling_type", -1) == RANK_POOLING,
        size=size,
        changed=changed,
    )


def _memory_per_token(header: Header, architecture: str) -> int:
    """Return the bytes of one token's keys and values in all layers in float16; an overestimate if layers differ."""
    heads = header.number(f"{architecture}.attention.head_count", 1)
    width = header.number(f"{architecture}.embedding_length") // max(1, heads)
    kv_heads = header.number(f"{architecture}.attention.head_count_kv", heads)
    keys = header.number(f"{architecture}.attention.key_length", width)
    values = header.number(f"{architecture}.attention.value_length", width)
    return header.number(f"{architecture}.block_count") * kv_heads * (keys + values) * 2


def _plain(text: str) -> str:
    """Return a text of the file on one line, shortened."""
    return re.sub(r"\s+", " ", text).strip()[:80]
