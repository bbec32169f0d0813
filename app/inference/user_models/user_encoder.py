"""The user's own encoder: a sentence-transformers folder, run by torch on the processor or an accelerator. Pooling, further layers,
maximum length and prompts are the folder's."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.domain.progress import CancelToken, Progress
from app.inference.encoders.batch_encoder import BatchEncoder
from app.inference.encoders.torch_encoder import TorchEncoder, TorchModel, TorchSource
from app.inference.running.budget import BatchBudget
from app.inference.running.devices import Backend
from app.inference.running.fallback import Notify, OutOfDeviceMemory, report_shortage
from app.inference.user_models.model_folder import RECORD, ModelFolder
from app.ports import FloatMatrix, ModelIdentity, TextEncoder
from app.translation import tr

_SURROGATES = re.compile("[\ud800-\udfff]")
_CHARACTERS_PER_TOKEN = 128
_QUERY = ("query",)
_PASSAGE = ("document", "passage", "corpus")


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompts:
    """Prefixes of queries and of passages."""

    query: str = ""
    passage: str = ""

    @classmethod
    def of(cls, named: Mapping[str, str], *, default: str | None = None) -> Prompts:
        """Return the prompts of a folder from its named prompts; a missing one is the default one, if any."""
        fallback = named.get(default or "", "")
        sides = [next((named[name] for name in names if named.get(name)), fallback) for names in (_QUERY, _PASSAGE)]
        return cls(query=sides[0], passage=sides[1])


E5 = Prompts(query="query: ", passage="passage: ")
"""What models of the E5 family want before every text (Wang et al. 2022, section 3), also where their folder does not say so."""
_E5 = re.compile(r"(?:^|[/_-])(?:multilingual-)?e5(?:[-_](?:small|base|large)\b|$)(?!.*instruct)", re.IGNORECASE)


class PromptedEncoder:
    """Encoder that prefixes every text with a prompt. It wraps caches, so that their keys contain the text that was really encoded."""

    def __init__(self, encoder: TextEncoder, prompt: str) -> None:
        self._encoder = encoder
        self._prompt = prompt

    @property
    def identity(self) -> ModelIdentity:
        return self._encoder.identity

    @property
    def dimension(self) -> int:
        return self._encoder.dimension

    def encode(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> FloatMatrix:
        """Return unit vectors (len(texts), dimension). Raises Cancelled."""
        return self._encoder.encode([self._prompt + text for text in texts], progress=progress, cancel=cancel)


def prompted(encoder: TextEncoder, prompt: str) -> TextEncoder:
    """Return the encoder with a prompt before every text, or unchanged for an empty prompt."""
    return PromptedEncoder(encoder, prompt) if prompt else encoder


class FolderTokenizer:
    """The folder's tokenizer: token ids with special tokens, truncated to `max_tokens`, never empty."""

    def __init__(self, tokenizer: Any, *, max_tokens: int) -> None:
        self._tokenizer = tokenizer
        self._max_tokens = max_tokens
        self._nothing = [next((int(number) for number in (tokenizer.unk_token_id, tokenizer.eos_token_id) if number is not None), 0)]

    def __call__(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the token ids of each text."""
        token_rows = self._tokenizer(readable(texts, max_tokens=self._max_tokens), truncation=True, max_length=self._max_tokens)[
            "input_ids"
        ]
        return [list(numbers) or self._nothing for numbers in token_rows]


def readable(texts: Sequence[str], *, max_tokens: int) -> list[str]:
    """Return the texts in a form that tokenizers accept, truncated to what they would use."""
    return [_SURROGATES.sub("\ufffd", text[: max_tokens * _CHARACTERS_PER_TOKEN]) for text in texts]


def load_folder_encoder(folder: ModelFolder, *, device: Backend, notify: Notify | None = None) -> tuple[TextEncoder, Prompts]:
    """Load the encoder and its prompts, which it does not apply itself. Raises ModelError `own-model-unfit`."""

    prompts = _prompts(folder)
    source = TorchSource(
        folder=folder.folder, name=folder.name, artefact=folder.fingerprint, failed=folder.not_loaded, reader="own_encoder"
    )

    def on_processor() -> TextEncoder:
        model = TorchModel(source, device="cpu")
        return BatchEncoder(model, FolderTokenizer(model.tokenizer, max_tokens=model.max_tokens))

    if device == "cpu":
        return on_processor(), prompts
    try:
        model = TorchModel(source, device=device)
    except OutOfDeviceMemory:
        report_shortage("encoder", notify)
        return on_processor(), prompts
    tokenize = FolderTokenizer(model.tokenizer, max_tokens=model.max_tokens)
    budget = BatchBudget(model.budget, limit=model.most)
    return TorchEncoder(model, tokenize, fallback=on_processor, budget=budget, notify=notify), prompts


def _is_e5(folder: ModelFolder) -> bool:
    """Return True if the model calls itself E5, by the name it was saved from or downloaded as. E5-instruct models need other
    prompts."""
    names = (folder.config("config.json").get("_name_or_path"), folder.config(RECORD).get("repository"))
    return any(isinstance(name, str) and _E5.search(name.rstrip("/")) for name in names)


def _prompts(folder: ModelFolder) -> Prompts:
    about = folder.config("config_sentence_transformers.json")
    named_prompts = about.get("prompts") or {}
    if not isinstance(named_prompts, dict):
        raise folder.unfit(tr("its {file} is damaged", file="config_sentence_transformers.json"))
    named_prompts = {str(name): text for name, text in named_prompts.items() if isinstance(text, str)}
    default = about.get("default_prompt_name")
    prompts = Prompts.of(named_prompts, default=default if isinstance(default, str) else None)
    if not any(named_prompts.values()) and _is_e5(folder):
        prompts = E5
    if prompts != Prompts() and folder.config("1_Pooling/config.json").get("include_prompt") is False:
        raise folder.unfit(tr("its pooling leaves out its own prompt, which this program does not do"))
    return prompts
