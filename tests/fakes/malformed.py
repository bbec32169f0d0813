"""Malformed answers to “put these in order”, as weak models give them: cut off, looping, in prose, as JSON, in another script,
empty."""

from __future__ import annotations

import random
from collections.abc import Iterator

_NOISE = (
    "Sure!",
    "The best are",
    "```json",
    "```",
    "\u200b",
    "As an AI",
    "None of these",
    "claim 2 says 50%",
    "Ⅲ",
    "④",
    "٣",
    "[",
    "]",
    "[]",
    "[[",
    "[a]",
)
_JOINTS = (" > ", ">", ", ", "\n", "] > [", " ", "", "；", " < ", "-", "\t" * 30, " " * 200)


def malformed_answers(count: int, *, places: int, seed: int) -> Iterator[str]:
    """Yield `count` answers about so many candidates; equal seeds give equal answers."""
    rng = random.Random(seed)
    for _ in range(count):
        yield rng.choice(_KINDS)(rng, places)


def _number(rng: random.Random, count: int) -> str:
    return str(rng.choice([rng.randrange(1, count + 1), 0, -rng.randrange(9), count + 1, rng.randrange(10**12), 10**40]))


def _mixed(rng: random.Random, count: int) -> str:
    parts: list[str] = []
    for _ in range(rng.randrange(3 * count)):
        number = _number(rng, count)
        parts.append(rng.choice([f"[{number}]", number, f"[ {number} ]", f"[{number}", rng.choice(_NOISE)]))
        parts.append(rng.choice(_JOINTS))
    return "".join(parts)


def _loop(rng: random.Random, count: int) -> str:
    return (rng.choice(_JOINTS) + f"[{rng.randrange(1, count + 1)}]" * rng.randrange(2)) * rng.randrange(400)


def _cut(rng: random.Random, count: int) -> str:
    order = list(range(1, count + 1))
    rng.shuffle(order)
    answer = " > ".join(f"[{number}]" for number in order)
    return answer[: rng.randrange(len(answer))]


def _json(rng: random.Random, count: int) -> str:
    numbers = [_number(rng, count) for _ in range(rng.randrange(count + 3))]
    return '{"order": [' + ", ".join(numbers) + rng.choice(["]}", "]", "", ', "explanation": "because of 1, 2 and 3"}'])


def _raw(rng: random.Random, count: int) -> str:
    return "".join(
        chr(rng.choice([rng.randrange(32), rng.randrange(0x250), rng.randrange(0x2000, 0x3000)])) for _ in range(rng.randrange(300))
    )


_KINDS = (_mixed, _loop, _cut, _json, _raw, lambda _dice, _places: "")
