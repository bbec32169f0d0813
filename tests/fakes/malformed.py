"""Answers to “put these in order” as bad models give them: cut off, looping, in prose, as JSON, in another script, empty."""

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
    """So many answers about so many places; the same seed gives the same ones."""
    dice = random.Random(seed)
    for _ in range(count):
        yield dice.choice(_KINDS)(dice, places)


def _number(dice: random.Random, places: int) -> str:
    return str(dice.choice([dice.randrange(1, places + 1), 0, -dice.randrange(9), places + 1, dice.randrange(10**12), 10**40]))


def _mixed(dice: random.Random, places: int) -> str:
    parts: list[str] = []
    for _ in range(dice.randrange(3 * places)):
        number = _number(dice, places)
        parts.append(dice.choice([f"[{number}]", number, f"[ {number} ]", f"[{number}", dice.choice(_NOISE)]))
        parts.append(dice.choice(_JOINTS))
    return "".join(parts)


def _loop(dice: random.Random, places: int) -> str:
    return (dice.choice(_JOINTS) + f"[{dice.randrange(1, places + 1)}]" * dice.randrange(2)) * dice.randrange(400)


def _cut(dice: random.Random, places: int) -> str:
    order = list(range(1, places + 1))
    dice.shuffle(order)
    whole = " > ".join(f"[{number}]" for number in order)
    return whole[: dice.randrange(len(whole))]


def _json(dice: random.Random, places: int) -> str:
    numbers = [_number(dice, places) for _ in range(dice.randrange(places + 3))]
    return '{"order": [' + ", ".join(numbers) + dice.choice(["]}", "]", "", ', "explanation": "because of 1, 2 and 3"}'])


def _raw(dice: random.Random, places: int) -> str:
    return "".join(
        chr(dice.choice([dice.randrange(32), dice.randrange(0x250), dice.randrange(0x2000, 0x3000)])) for _ in range(dice.randrange(300))
    )


_KINDS = (_mixed, _loop, _cut, _json, _raw, lambda _dice, _places: "")
