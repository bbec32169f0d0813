"""What an edit of the sentences is called, in the menu and in the status line; sentences are counted from 1."""

from __future__ import annotations

from app.gui.model.labels import count


def merged(first: int, last: int) -> str:
    """For sentences `first` to `last`, by index."""
    if last == first + 1:
        return f"Merge sentences {first + 1:,} and {last + 1:,}"
    return f"Merge sentences {first + 1:,} to {last + 1:,}"


def split_up(index: int) -> str:
    """For a sentence that became two."""
    return f"Split sentence {index + 1:,}"


def corrected(index: int) -> str:
    """For a sentence with other words."""
    return f"Correct sentence {index + 1:,}"


def spoken(indexes: range, name: str) -> str:
    """For sentences with another speaker."""
    if len(indexes) == 1:
        return f"Speaker of sentence {indexes[0] + 1:,}: {name or 'nobody known'}"
    return f"Speaker of {count(len(indexes), 'sentence')}: {name or 'nobody known'}"


def renamed(old: str, new: str) -> str:
    """For a speaker with another name everywhere."""
    return f"Rename speaker {old} to {new}" if new else f"Remove speaker {old}"
