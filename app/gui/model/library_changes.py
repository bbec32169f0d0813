"""Changes of single fact-checks in words, and what undoes each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.factcheck import FactCheck
from app.gui.model.labels import shortened
from app.translation import tr, trn
from app.worker.protocol import Changed

_NAMED = 8


@dataclass(frozen=True, slots=True)
class Step:
    """One change that can be undone: what was done, the fact-checks to put back, and the ids to take away."""

    done: str
    restore: tuple[FactCheck, ...]
    delete: tuple[str, ...]


def step_of(changed: Changed) -> Step:
    """What this change did, and how it is undone."""
    kept = {item.id for item in changed.before}
    added = tuple(item.id for item in changed.after if item.id not in kept)
    return Step(_done(changed, added), changed.before, added)


def _done(changed: Changed, added: tuple[str, ...]) -> str:
    if not changed.before:
        if len(added) == 1:
            return tr("Added “{claim}”.", claim=shortened(changed.after[0].claim))
        return trn("{count} fact-check added.", "{count} fact-checks added.", len(added))
    if len(changed.after) > 1:
        return trn("{count} fact-check changed.", "{count} fact-checks changed.", len(changed.after))
    if changed.after:
        return tr("Changed “{claim}”.", claim=shortened(changed.after[0].claim))
    if len(changed.before) == 1:
        return tr("Deleted “{claim}”.", claim=shortened(changed.before[0].claim))
    return trn("{count} fact-check deleted.", "{count} fact-checks deleted.", len(changed.before))


def question(checks: Sequence[FactCheck]) -> tuple[str, str]:
    """What is asked before deleting, and the list of what goes."""
    asked = trn("Delete this fact-check?", "Delete these {count} fact-checks?", len(checks))
    lines = [f"• {shortened(item.claim)}{f' ({shortened(item.publisher, 40)})' if item.publisher else ''}" for item in checks[:_NAMED]]
    if len(checks) > _NAMED:
        lines.append(trn("… and {count} more", "… and {count} more", len(checks) - _NAMED))
    lines.append("")
    lines.append(tr("What is deleted is no longer found or matched. You can undo this until the window is closed."))
    return asked, "\n".join(lines)
