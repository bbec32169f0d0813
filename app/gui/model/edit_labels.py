"""Names of edits of the sentences, for the menu and the status line; sentences are counted from 1."""

from __future__ import annotations

from app.gui.model.language_names import language_name
from app.translation import number, tr, trn


def merged(first: int, last: int) -> str:
    """For sentences `first` to `last`, by index."""
    bounds = {"first": number(first + 1), "last": number(last + 1)}
    return tr("Merge sentences {first} and {last}", **bounds) if last == first + 1 else tr("Merge sentences {first} to {last}", **bounds)


def split_up(index: int) -> str:
    """For a sentence that became two."""
    return tr("Split sentence {number}", number=number(index + 1))


def corrected(index: int) -> str:
    """For a sentence with other words."""
    return tr("Correct sentence {number}", number=number(index + 1))


def spoken(indexes: range, name: str) -> str:
    """For sentences with another speaker."""
    speaker = name or tr("nobody known")
    if len(indexes) == 1:
        return tr("Speaker of sentence {number}: {speaker}", number=number(indexes[0] + 1), speaker=speaker)
    return trn("Speaker of {count} sentence: {speaker}", "Speaker of {count} sentences: {speaker}", len(indexes), speaker=speaker)


def renamed(old: str, new: str) -> str:
    """For a speaker with another name everywhere."""
    return tr("Rename speaker {old} to {new}", old=old, new=new) if new else tr("Remove speaker {name}", name=old)


def in_language(indexes: range, code: str) -> str:
    """For sentences in another language."""
    name = language_name(code)
    if len(indexes) == 1:
        return tr("Language of sentence {number}: {language}", number=number(indexes[0] + 1), language=name)
    return trn("Language of {count} sentence: {language}", "Language of {count} sentences: {language}", len(indexes), language=name)
