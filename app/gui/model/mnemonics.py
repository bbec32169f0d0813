"""Letters that reach a control with Alt, or an entry of an open menu: one for each label, none twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def with_mnemonics(labels: Iterable[str], reserved_letters: str = "") -> list[str]:
    """Return the labels with an ampersand before their letter. First letters of words are tried first, letters that some keyboards
    lack last.

    `reserved_letters` are in use elsewhere. A label goes without only if the labels have too few letters for all.
    """
    all_labels = list(labels)
    candidates = [_candidates(label, reserved_letters.casefold()) for label in all_labels]
    owners: dict[str, int] = {}
    for number in range(len(all_labels)):
        _assign(number, candidates, owners, set())
    letters = {number: letter for letter, number in owners.items()}
    return [_escaped(label, candidates[number].get(letters.get(number, ""))) for number, label in enumerate(all_labels)]


def _assign(number: int, candidates: Sequence[dict[str, int]], owners: dict[str, int], tried_letters: set[str]) -> bool:
    """Give a label its best free letter, else one whose owner can take another; False where there is none."""
    free_letter = next((letter for letter in candidates[number] if letter not in owners), None)
    if free_letter is not None:
        owners[free_letter] = number
        return True
    for letter in candidates[number]:
        if letter in tried_letters:
            continue
        tried_letters.add(letter)
        if _assign(owners[letter], candidates, owners, tried_letters):
            owners[letter] = number
            return True
    return False


def _candidates(label: str, reserved_letters: str) -> dict[str, int]:
    """Return the letters of a label with their first places, the best letter first."""
    indexes = [index for index, char in enumerate(label) if char.isalnum() and char.casefold() not in reserved_letters]
    indexes.sort(key=lambda index: (not label[index].isascii(), index > 0 and label[index - 1].isalnum(), index))
    letters: dict[str, int] = {}
    for index in indexes:
        letters.setdefault(label[index].casefold(), index)
    return letters


def _escaped(label: str, mnemonic_index: int | None) -> str:
    return "".join(("&" if index == mnemonic_index else "") + ("&&" if char == "&" else char) for index, char in enumerate(label))
