"""Chooses the newest ruling of each duplicate group: publishers revise a ruling on the page where it was made."""

from __future__ import annotations

import numpy as np

from app.ports import IntMatrix, LibrarySnapshot, Mask


def representatives_of(snapshot: LibrarySnapshot, allowed: Mask | None) -> IntMatrix:
    """Return for each row the row that is shown for it, (n,): the newest allowed member of its duplicate group, if that is newer.

    Undated fact-checks count as oldest. Ties go to the lowest row number.
    """
    groups = np.asarray(snapshot.groups)
    representative = np.arange(len(groups), dtype=np.int32)
    members = np.flatnonzero(np.bincount(groups)[groups] > 1)
    if allowed is not None:
        members = members[allowed[members]]
    group_of_member, days = groups[members], np.asarray(snapshot.published)[members]
    order = np.lexsort((members, -days, group_of_member))
    _, first, inverse = np.unique(group_of_member[order], return_index=True, return_inverse=True)
    newest = order[first][inverse]  # in `order`: the position of the newest member of each one's group
    older = days[order] < days[newest]
    representative[members[order[older]]] = members[newest[older]]
    return representative


def represented(rows: IntMatrix, representatives: IntMatrix) -> IntMatrix:
    """Return the rows that are shown for these; -1 stays."""
    return np.where(rows >= 0, representatives[np.maximum(rows, 0)], -1).astype(np.int32) if representatives.size else rows
