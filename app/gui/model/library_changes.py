"""Changes of single fact-checks: their labels, and their inverses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.factcheck import FactCheck
from app.gui.model.labels import shortened
from app.translation import tr, trn

_NAMED = 8


@dataclass(frozen=True, slots=True)
class FactCheckOperation:
    """A change of fact-checks, as they were before and after it; one that is added or deleted is missing on one side. The label is a
    sentence."""

    label: str
    before: tuple[FactCheck, ...]
    after: tuple[FactCheck, ...]

    @property
    def deleted(self) -> tuple[str, ...]:
        """The ids of the fact-checks that it deletes."""
        return tuple(check.id for check in self.before if check.id not in {remaining.id for remaining in self.after})

    def inverse(self) -> FactCheckOperation:
        """Return the operation that undoes this one."""
        return FactCheckOperation(self.label, self.after, self.before)


def change_label(before: Sequence[FactCheck], after: Sequence[FactCheck]) -> str:
    """Describe in a sentence the change of fact-checks from `before` to `after`."""
    if not before:
        if len(after) == 1:
            return tr("Added “{claim}”.", claim=shortened(after[0].claim))
        return trn("{count} fact-check added.", "{count} fact-checks added.", len(after))
    if len(after) > 1:
        return trn("{count} fact-check changed.", "{count} fact-checks changed.", len(after))
    if after:
        return tr("Changed “{claim}”.", claim=shortened(after[0].claim))
    if len(before) == 1:
        return tr("Deleted “{claim}”.", claim=shortened(before[0].claim))
    return trn("{count} fact-check deleted.", "{count} fact-checks deleted.", len(before))


def question(checks: Sequence[FactCheck]) -> tuple[str, str]:
    """Return the question before deleting, and the list of the fact-checks."""
    prompt = trn("Delete this fact-check?", "Delete these {count} fact-checks?", len(checks))
    lines = [f"• {shortened(item.claim)}{f' ({shortened(item.publisher, 40)})' if item.publisher else ''}" for item in checks[:_NAMED]]
    if len(checks) > _NAMED:
        lines.append(trn("… and {count} more", "… and {count} more", len(checks) - _NAMED))
    lines.append("")
    lines.append(tr("What is deleted is no longer found or matched. You can undo this until the window is closed."))
    return prompt, "\n".join(lines)
