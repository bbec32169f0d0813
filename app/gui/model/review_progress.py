"""Progress of a review: decided, flagged and all sentences to decide."""

from __future__ import annotations

from dataclasses import dataclass

from app.translation import number, tr, trn


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """Numbers of sentences: decided, to be decided (those with a match, and the decided ones), flagged."""

    decided: int = 0
    total: int = 0
    flagged: int = 0

    @property
    def complete(self) -> bool:
        """Return whether nothing is left to decide."""
        return self.decided >= self.total

    def in_words(self) -> str:
        """Return “23 of 41 decided, 4 flagged”; "" where there is nothing to decide."""
        if not self.total and not self.flagged:
            return ""
        # Translators: {decided} of the {total} sentences with a match are decided.
        decided = tr("{decided} of {total} decided", decided=number(self.decided), total=number(self.total))
        flagged = trn("{count} flagged", "{count} flagged", self.flagged) if self.flagged else ""
        return ", ".join(part for part in (decided, flagged) if part)

    def in_short(self) -> str:
        """Return “23/41”; "" where there is nothing to decide."""
        return f"{number(self.decided)}/{number(self.total)}" if self.total or self.flagged else ""
