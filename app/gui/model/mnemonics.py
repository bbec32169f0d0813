"""Letters that reach a control with Alt: one for each label of a page, none twice."""

from __future__ import annotations

from collections.abc import Iterable


def with_mnemonics(labels: Iterable[str], reserved_letters: str = "") -> list[str]:
    """Return the labels with an ampersand before the letter for Alt. First letters of words are tried first, letters that some
    keyboards lack last.

    `reserved_letters` are in use elsewhere. A label without a free letter gets none.
    """
    used_letters = set(reserved_letters.casefold())
    marked = []
    for label in labels:
        index = next((index for index in _tries(label) if label[index].casefold() not in used_letters), None)
        if index is not None:
            used_letters.add(label[index].casefold())
        marked.append(_escaped(label, index))
    return marked


def _tries(label: str) -> list[int]:
    letters = [index for index, char in enumerate(label) if char.isalnum()]
    return sorted(letters, key=lambda index: (not label[index].isascii(), index > 0 and label[index - 1].isalnum(), index))


def _escaped(label: str, mnemonic_index: int | None) -> str:
    return "".join(("&" if index == mnemonic_index else "") + ("&&" if char == "&" else char) for index, char in enumerate(label))
