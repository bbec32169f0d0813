"""Prompt construction in the language model's process: messages to tokens by the file's chat template."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from llama_cpp.llama_chat_format import Jinja2ChatFormatter

from app.inference.llm.native import NativeModel

import llama_cpp as lib  # isort: skip

_ANSWER = "Answer:"
_RERANK = "rerank"


class Wording:
    """Prompt format of one model. Templates run in Jinja's sandbox."""

    def __init__(self, model: NativeModel, templates: Mapping[str, str]) -> None:
        self._model = model
        self._chat = _formatter(model, templates.get("", ""))
        self._rerank = templates.get(_RERANK, "")
        # A text must not be able to end its own message or begin another one's.
        markers = sorted((name for name in model.markers() if len(name) > 1), key=len, reverse=True)
        self._markers = re.compile("|".join(map(re.escape, markers))) if markers else None

    def prompt(self, messages: Sequence[tuple[str, str]]) -> list[int]:
        """Return the tokens of a conversation for the model to answer; without a template, of the plain texts."""
        harmless = [(speaker, self._harmless(text)) for speaker, text in messages]
        if self._chat is not None:
            for form in (harmless, _as_one(harmless)):
                try:
                    text = self._chat(
                        messages=[{"role": speaker, "content": content} for speaker, content in form], enable_thinking=False
                    ).prompt
                except Exception:  # a template may refuse, in words of its own, who speaks or in which order
                    continue
                return self._model.tokens(text, special=True, begin=True)
        plain = "\n\n".join([*(text for _, text in harmless), _ANSWER])
        return self._model.tokens(plain, special=False, begin=True)

    def pair(self, query: str, document: str, room: int) -> list[int]:
        """Return the tokens of a query and a document for a reranker; the document is truncated to fit into `room`, and the query
        to half of it."""
        query_tokens = self._plain(query)[: room // 2]
        document_tokens = self._plain(document)
        while True:
            tokens = self._templated(query, document_tokens) if self._rerank else self._joined(query_tokens, document_tokens)
            excess = len(tokens) - room
            if excess <= 0:
                return tokens
            if not document_tokens:
                return tokens[:room]
            document_tokens = document_tokens[: max(0, len(document_tokens) - excess)]

    def _plain(self, text: str) -> list[int]:
        return self._model.tokens(self._harmless(text), special=False)

    def _templated(self, query: str, document: Sequence[int]) -> list[int]:
        cut = b"".join(map(self._model.piece, document)).decode("utf-8", "ignore")
        text = self._rerank.replace("{document}", cut).replace("{query}", self._harmless(query))
        return self._model.tokens(text, special=True, begin=True)

    def _joined(self, query: Sequence[int], document: Sequence[int]) -> list[int]:
        """Return [BOS] query [EOS] [SEP] document [EOS], each special token only if the vocabulary requires it, as llama.cpp's
        server formats pairs."""
        vocabulary = self._model.vocabulary
        end = lib.llama_vocab_eos(vocabulary)
        end = lib.llama_vocab_sep(vocabulary) if end < 0 else end
        # Each special token only where the vocabulary asks for it, as llama.cpp's own server does.
        begin = [lib.llama_vocab_bos(vocabulary)] if lib.llama_vocab_get_add_bos(vocabulary) else []
        close = [end] if lib.llama_vocab_get_add_eos(vocabulary) else []
        separator = [lib.llama_vocab_sep(vocabulary)] if lib.llama_vocab_get_add_sep(vocabulary) else []
        return [*begin, *query, *close, *separator, *document, *close]

    def _harmless(self, text: str) -> str:
        """Return the text with names of control tokens broken up."""
        return self._markers.sub(lambda marker: f"{marker[0][0]} {marker[0][1:]}", text) if self._markers else text


def _as_one(messages: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Merge all messages into one of the user: some templates allow no system message, or no two messages in a row."""
    return [("user", "\n\n".join(text for _, text in messages))]


def _formatter(model: NativeModel, template: str) -> Jinja2ChatFormatter | None:
    """Return the template's formatter; None without a template or for an invalid one."""
    if not template:
        return None
    begin, end = (model.name(token(model.vocabulary)) for token in (lib.llama_vocab_bos, lib.llama_vocab_eos))
    try:
        return Jinja2ChatFormatter(template=template, eos_token=end, bos_token=begin)
    except Exception:  # Jinja's errors of syntax, and whatever a damaged template leads to
        return None
