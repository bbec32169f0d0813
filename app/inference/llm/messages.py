"""Messages between the program and the language model's process: JSON in frames, one order at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec


class Order(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag=True):
    """Request to the process; the reply has the same number."""

    number: int


class Load(Order, frozen=True, kw_only=True):
    """Load a model in place of the current one. `gpu_layers` is -1 for all; `templates` are chat templates by name."""

    path: str
    context: int
    read_threads: int
    said_threads: int
    gpu_layers: int
    ranks: bool
    templates: Mapping[str, str]


class Measure(Order, frozen=True, kw_only=True):
    """Measure these numbers of threads and continue with the fastest."""

    threads: tuple[int, ...]


class Count(Order, frozen=True, kw_only=True):
    """Count the tokens of each text."""

    texts: tuple[str, ...]


class Complete(Order, frozen=True, kw_only=True):
    """Complete a conversation of (speaker, text) pairs; `json_schema` is encoded as JSON."""

    messages: tuple[tuple[str, str], ...]
    max_tokens: int
    grammar: str
    json_schema: str
    temperature: float
    seed: int
    stop: tuple[str, ...]


class Choose(Order, frozen=True, kw_only=True):
    """Compute the probability that the answer begins with each of these choices."""

    messages: tuple[tuple[str, str], ...]
    choices: tuple[str, ...]


class Rank(Order, frozen=True, kw_only=True):
    """Score documents for a query."""

    query: str
    documents: tuple[str, ...]


class Stop(Order, frozen=True, kw_only=True):
    """Cancel this order; the reply to it, if any, is Wrong (`cancelled`)."""


class Reply(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag=True):
    """Reply to the order with this number."""

    number: int


class Loaded(Reply, frozen=True, kw_only=True):
    """Confirms a loaded model; `device` is "cpu" or the kind of graphics processor, `version` that of llama-cpp-python."""

    context: int
    device: str
    version: str


class Measured(Reply, frozen=True, kw_only=True):
    """Tokens per second for reading and generating (0 for a reranker), and the fastest number of threads for each."""

    read_threads: int
    said_threads: int
    read: float
    said: float


class Numbers(Reply, frozen=True, kw_only=True):
    """Counts, logits or scores."""

    values: tuple[float, ...]


class Said(Reply, frozen=True, kw_only=True):
    """A completion; `cut`: it ended for lack of space."""

    text: str
    tokens: int
    prompt_tokens: int
    cut: bool


class Wrong(Reply, frozen=True, kw_only=True):
    """Failure of an order: `cancelled`, `context` (too long), `load`, `memory`, `form`, `alike` (choices with the same beginning),
    `other`."""

    code: str
    detail: str = ""


_orders = msgspec.json.Decoder(Load | Measure | Count | Complete | Choose | Rank | Stop)
_replies = msgspec.json.Decoder(Loaded | Measured | Numbers | Said | Wrong)


def frame_of(message: Order | Reply) -> bytes:
    """Encode a message; a lone surrogate, which has no UTF-8 form, becomes a question mark."""
    try:
        return msgspec.json.encode(message)
    except UnicodeEncodeError:
        return msgspec.json.encode(_readable(msgspec.to_builtins(message)))


def _readable(value: object) -> object:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, Mapping):
        return {str(key): _readable(entry) for key, entry in value.items()}
    if isinstance(value, Sequence):
        return [_readable(entry) for entry in value]
    return value


def order_in(frame: bytes) -> Order:
    """Decode an order. Raises msgspec.DecodeError."""
    order: Order = _orders.decode(frame)
    return order


def reply_in(frame: bytes) -> Reply:
    """Decode a reply. Raises msgspec.DecodeError."""
    reply: Reply = _replies.decode(frame)
    return reply
