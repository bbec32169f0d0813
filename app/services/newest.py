"""Of fact-checks grouped as duplicates the newest ruling stands for all: a ruling is taken back on the page where it was made."""

from __future__ import annotations

import numpy as np

from app.ports import IntMatrix, LibrarySnapshot, Mask


def newest_of_groups(snapshot: LibrarySnapshot, allowed: Mask | None) -> IntMatrix:
    """For each row the row (n,) that is shown for it: itself where no allowed member of its group is newer, else the newest of these.

    What has no date is older than what has one; of several newest ones that of the smallest row stands for the older ones.
    """
    groups = np.asarray(snapshot.groups)
    shown = np.arange(len(groups), dtype=np.int32)
    members = np.flatnonzero(np.bincount(groups)[groups] > 1)
    if allowed is not None:
        members = members[allowed[members]]
    own, days = groups[members], np.asarray(snapshot.published)[members]
    order = np.lexsort((members, -days, own))
    _, first, of_group = np.unique(own[order], return_index=True, return_inverse=True)
    newest = order[first][of_group]  # in `order`: the place of the newest member of each one's group
    older = days[order] < days[newest]
    shown[members[order[older]]] = members[newest[older]]
    return shown


def stand_in(rows: IntMatrix, newest: IntMatrix) -> IntMatrix:
    """The rows that are shown for these; -1 stays."""
    return np.where(rows >= 0, newest[np.maximum(rows, 0)], -1).astype(np.int32) if newest.size else rows
