"""Letters that reach a control with Alt: one for each label of a page, none twice."""

from __future__ import annotations

from collections.abc import Iterable


def with_mnemonics(labels: Iterable[str], taken: str = "") -> list[str]:
    """The labels with an ampersand before the letter that Alt takes; the beginnings of words are tried first, and last the letters
    that some keyboards have no key for.

    `taken` are letters that something else has. A label without a free letter stays without.
    """
    used = set(taken.casefold())
    marked = []
    for label in labels:
        place = next((place for place in _tries(label) if label[place].casefold() not in used), None)
        if place is not None:
            used.add(label[place].casefold())
        marked.append(_escaped(label, place))
    return marked


def _tries(label: str) -> list[int]:
    letters = [place for place, char in enumerate(label) if char.isalnum()]
    return sorted(letters, key=lambda place: (not label[place].isascii(), place > 0 and label[place - 1].isalnum(), place))


def _escaped(label: str, place: int | None) -> str:
    return "".join(("&" if at == place else "") + ("&&" if char == "&" else char) for at, char in enumerate(label))
