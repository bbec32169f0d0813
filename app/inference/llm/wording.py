"""From messages to the tokens of a prompt, by the file's chat template, in the process of the language model."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from llama_cpp.llama_chat_format import Jinja2ChatFormatter

from app.inference.llm.native import NativeModel

import llama_cpp as lib  # isort: skip

_ANSWER = "Answer:"
_RERANK = "rerank"


class Wording:
    """The prompt's form for one model. Templates run in Jinja's sandbox."""

    def __init__(self, model: NativeModel, templates: Mapping[str, str]) -> None:
        self._model = model
        self._chat = _formatter(model, templates.get("", ""))
        self._rerank = templates.get(_RERANK, "")
        # A text must not be able to end its own message or begin another one's.
        markers = sorted((name for name in model.markers() if len(name) > 1), key=len, reverse=True)
        self._markers = re.compile("|".join(map(re.escape, markers))) if markers else None

    def prompt(self, messages: Sequence[tuple[str, str]]) -> list[int]:
        """The tokens of a conversation after which the model is to answer; without a template the texts as they are."""
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
        """The tokens of a query beside a document for a model that ranks; the document is cut so that all fit into `room`, and the
        query to half of it at most."""
        query_tokens = self._plain(query)[: room // 2]
        document_tokens = self._plain(document)
        while True:
            tokens = self._templated(query, document_tokens) if self._rerank else self._joined(query_tokens, document_tokens)
            over = len(tokens) - room
            if over <= 0:
                return tokens
            if not document_tokens:
                return tokens[:room]
            document_tokens = document_tokens[: max(0, len(document_tokens) - over)]

    def _plain(self, text: str) -> list[int]:
        return self._model.tokens(self._harmless(text), special=False)

    def _templated(self, query: str, document: Sequence[int]) -> list[int]:
        cut = b"".join(map(self._model.piece, document)).decode("utf-8", "ignore")
        text = self._rerank.replace("{document}", cut).replace("{query}", self._harmless(query))
        return self._model.tokens(text, special=True, begin=True)

    def _joined(self, query: Sequence[int], document: Sequence[int]) -> list[int]:
        """[BOS] query [EOS] [SEP] document [EOS], each only where the vocabulary wants it, as llama.cpp's own server writes pairs."""
        vocabulary = self._model.vocabulary
        end = lib.llama_vocab_eos(vocabulary)
        end = lib.llama_vocab_sep(vocabulary) if end < 0 else end
        begin = [lib.llama_vocab_bos(vocabulary)] if lib.llama_vocab_get_add_bos(vocabulary) else []
        close = [end] if lib.llama_vocab_get_add_eos(vocabulary) else []
        between = [lib.llama_vocab_sep(vocabulary)] if lib.llama_vocab_get_add_sep(vocabulary) else []
        return [*begin, *query, *close, *between, *document, *close]

    def _harmless(self, text: str) -> str:
        """The text with the names of control tokens broken up."""
        return self._markers.sub(lambda marker: f"{marker[0][0]} {marker[0][1:]}", text) if self._markers else text


def _as_one(messages: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """All said by the user in one message: some templates know no instructions, or no two messages in a row."""
    return [("user", "\n\n".join(text for _, text in messages))]


def _formatter(model: NativeModel, template: str) -> Jinja2ChatFormatter | None:
    """The template, None where there is none or it cannot be read."""
    if not template:
        return None
    begin, end = (model.name(token(model.vocabulary)) for token in (lib.llama_vocab_bos, lib.llama_vocab_eos))
    try:
        return Jinja2ChatFormatter(template=template, eos_token=end, bos_token=begin)
    except Exception:  # Jinja's errors of syntax, and whatever a damaged template leads to
        return None
