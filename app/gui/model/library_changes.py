"""Changes of single fact-checks in words, and what undoes each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.factcheck import FactCheck
from app.gui.model.labels import count, shortened
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
        return f"Added “{shortened(changed.after[0].claim)}”." if len(added) == 1 else f"{count(len(added), 'fact-check')} added."
    if changed.after:
        return f"Changed “{shortened(changed.after[0].claim)}”."
    one = changed.before[0]
    return f"Deleted “{shortened(one.claim)}”." if len(changed.before) == 1 else f"{count(len(changed.before), 'fact-check')} deleted."


def question(checks: Sequence[FactCheck]) -> tuple[str, str]:
    """What is asked before deleting, and the list of what goes."""
    asked = "Delete this fact-check?" if len(checks) == 1 else f"Delete these {len(checks):,} fact-checks?"
    lines = [f"• {shortened(item.claim)}{f' ({shortened(item.publisher, 40)})' if item.publisher else ''}" for item in checks[:_NAMED]]
    if len(checks) > _NAMED:
        lines.append(f"… and {len(checks) - _NAMED:,} more")
    lines.append("")
    lines.append("What is deleted is no longer found or matched. You can undo this until the window is closed.")
    return asked, "\n".join(lines)
