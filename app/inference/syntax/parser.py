"""Dependency parser for English sentences: a branch of the cross-encoder on the processor."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from app.domain.progress import CancelToken
from app.domain.syntax import Syntax, Word
from app.inference.manifest import WEIGHTS, checked_model, read_config
from app.inference.network.graph import Graph, Node, bert_states
from app.inference.network.runtime import BACKEND, compiled
from app.inference.pairs.branch import artefact, check_grown
from app.inference.syntax.labels import ENTITIES, PARTS, RELATIONS, SAME
from app.ports import ModelIdentity

if TYPE_CHECKING:
    from tokenizers import Encoding

_KINDS = ("part", "relation", "entity")
LONGEST = 256
"""Tokens of a text that are read; what follows is left out."""


def load_syntax(*, models: Path | None = None) -> Parser:
    """Load the bundled parser. Raises ModelError: `model-missing`, `model-altered`, `model-mismatch`."""
    return Parser(models=models)


class Parser:
    """A SyntaxReader; each text is parsed separately, so that its syntax depends on nothing else. Raises ModelError."""

    def __init__(self, *, models: Path | None = None) -> None:
        from tokenizers import Tokenizer

        entry, trunk = checked_model("syntax", models), checked_model("trunk", models)
        check_grown(entry, trunk)
        config = read_config(trunk)

        def build(graph: Graph) -> dict[str, Node]:
            return _outputs(graph, bert_states(graph, config))

        # One short text at a time gains nothing from bfloat16.
        self._network = compiled(entry.name, entry.path(WEIGHTS), trunk.path(WEIGHTS), build=build, precision="float32")
        self._tokenizer = Tokenizer.from_file(str(trunk.path("tokenizer.json")))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(LONGEST)
        self.identity = ModelIdentity(name=entry.name, artefact=artefact(entry, trunk), backend=BACKEND, precision=self._network.precision)

    def parse(self, texts: Sequence[str], *, cancel: CancelToken) -> list[Syntax]:
        """Return the syntax of each text, in order. Raises Cancelled."""
        parsed = []
        for text in texts:
            cancel.check()
            parsed.append(self._parse(text))
        return parsed

    def _parse(self, text: str) -> Syntax:
        encoding = self._tokenizer.encode(text)
        first_tokens = [token for token, number in enumerate(encoding.word_ids) if _begins(encoding, token, number)]
        if not first_tokens:
            return Syntax(text, ())
        tokens = np.array([encoding.ids], np.int64)
        labels, arcs = self._network.run(["labels", "arcs"], {"input_ids": tokens, "attention_mask": np.ones_like(tokens)})
        return Syntax(text, _words(text, encoding, first_tokens, labels[0], arcs[0]))


def _outputs(graph: Graph, states: Node) -> dict[str, Node]:
    """Return `labels` (texts, tokens, 3), the number of each token's part of speech, relation and entity, and `arcs` (texts, tokens,
    tokens), where row i scores each token as the one that token i depends on."""
    ops = graph.ops
    scores = [graph.linear(states, f"heads.{kind}") for kind in _KINDS]
    numbers = [ops.topk(values, graph.number(1), 2, "max", "none", "i64").output(1) for values in scores]
    dependents = graph.linear(graph.gelu(states, "heads.dependent"), "heads.arc")
    return {"labels": ops.concat(numbers, 2), "arcs": ops.matmul(dependents, graph.gelu(states, "heads.governor"), False, True)}


def _begins(encoding: Encoding, token: int, number: int | None) -> bool:
    return number is not None and (token == 0 or encoding.word_ids[token - 1] != number)


def _words(text: str, encoding: Encoding, first_tokens: Sequence[int], labels: Any, arcs: Any) -> tuple[Word, ...]:
    """Return the words, joining a token to the one before where the network labels it as a part of it, with their tree."""
    same = RELATIONS.index(SAME)
    begins = [token for index, token in enumerate(first_tokens) if index == 0 or labels[token][1] != same]
    ends = [*begins[1:], len(encoding.ids) - 1]
    heads = _tree(arcs[np.ix_(begins, [0, *begins])])
    words = []
    for index, (token, following) in enumerate(zip(begins, ends, strict=True)):
        part, relation, entity = (int(number) for number in labels[token])
        start, end = encoding.offsets[token][0], encoding.offsets[following - 1][1]
        is_root = heads[index] == index
        relation_name = RELATIONS[relation]
        words.append(
            Word(
                text=text[start:end],
                start=start,
                end=end,
                part=PARTS[part],
                relation="ROOT" if is_root else "dep" if relation_name in ("ROOT", SAME) else relation_name,
                head=heads[index],
                entity=ENTITIES[entity][2:],
                begins=ENTITIES[entity].startswith("B-"),
            )
        )
    return tuple(words)


def _tree(scores: Any) -> list[int]:
    """Return the head of each word, itself for a root: the best-scored head, if that leads to a root.

    `scores` (words, 1 + words): column 0 scores the word as a root. A cycle is cut at its word with the best score as a root.
    """
    scores = scores.copy()
    np.fill_diagonal(scores[:, 1:], -np.inf)
    heads = [int(best) - 1 if best else word for word, best in enumerate(scores.argmax(axis=1))]
    for word in range(len(heads)):
        path, at = [word], heads[word]
        while at not in path and heads[at] != at:
            path.append(at)
            at = heads[at]
        if at in path and heads[at] != at:
            circle = path[path.index(at) :]
            cut = max(circle, key=lambda candidate: float(scores[candidate, 0]))
            heads[cut] = cut
    return heads
