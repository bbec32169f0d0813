"""What the program and the process of the language model say to each other: JSON in frames, one order at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec


class Order(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag=True):
    """Something to be done; the reply has the same number."""

    number: int


class Load(Order, frozen=True, kw_only=True):
    """Load a model in place of the one that is loaded. `gpu_layers` -1 for all; `templates` are chat templates by name."""

    path: str
    context: int
    read_threads: int
    said_threads: int
    gpu_layers: int
    ranks: bool
    templates: Mapping[str, str]


class Measure(Order, frozen=True, kw_only=True):
    """Try these numbers of threads and go on with the fastest."""

    threads: tuple[int, ...]


class Count(Order, frozen=True, kw_only=True):
    """How many tokens each text has."""

    texts: tuple[str, ...]


class Complete(Order, frozen=True, kw_only=True):
    """Say what comes next; messages are (speaker, text) pairs, `json_schema` is its JSON."""

    messages: tuple[tuple[str, str], ...]
    max_tokens: int
    grammar: str
    json_schema: str
    temperature: float
    seed: int
    stop: tuple[str, ...]


class Choose(Order, frozen=True, kw_only=True):
    """How likely the answer begins with each of these."""

    messages: tuple[tuple[str, str], ...]
    choices: tuple[str, ...]


class Rank(Order, frozen=True, kw_only=True):
    """Score documents for a query."""

    query: str
    documents: tuple[str, ...]


class Stop(Order, frozen=True, kw_only=True):
    """Let this order be; it is answered with Wrong (`cancelled`), if with anything."""


class Reply(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag=True):
    """What came of the order of this number."""

    number: int


class Loaded(Reply, frozen=True, kw_only=True):
    """The model is loaded; `device` is "cpu" or the graphics processor's kind, `version` that of llama-cpp-python."""

    context: int
    device: str
    version: str


class Measured(Reply, frozen=True, kw_only=True):
    """Tokens a second, read and said, with the fastest number of threads for each; a model that ranks says none (0)."""

    read_threads: int
    said_threads: int
    read: float
    said: float


class Numbers(Reply, frozen=True, kw_only=True):
    """Counts, logits or scores."""

    values: tuple[float, ...]


class Said(Reply, frozen=True, kw_only=True):
    """A completion; `cut` when it ended for want of room."""

    text: str
    tokens: int
    prompt_tokens: int
    cut: bool


class Wrong(Reply, frozen=True, kw_only=True):
    """It could not be done: `cancelled`, `context` (no room), `load`, `memory` (too little), `form`, `alike` (choices), `other`."""

    code: str
    told: str = ""


_orders = msgspec.json.Decoder(Load | Measure | Count | Complete | Choose | Rank | Stop)
_replies = msgspec.json.Decoder(Loaded | Measured | Numbers | Said | Wrong)


def frame_of(message: Order | Reply) -> bytes:
    """As it travels; a lone surrogate, which has no UTF-8, travels as a question mark."""
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
    """The order in a frame. Raises msgspec.DecodeError."""
    order: Order = _orders.decode(frame)
    return order


def reply_in(frame: bytes) -> Reply:
    """The reply in a frame. Raises msgspec.DecodeError."""
    reply: Reply = _replies.decode(frame)
    return reply
