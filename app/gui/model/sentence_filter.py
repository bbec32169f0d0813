"""Which sentences are shown: text, findings and speakers, each visible as a chip that one click removes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from app.gui.model.verdicts import Finding, finding_look


class ChipKind(StrEnum):
    """What a chip removes when it is clicked."""

    TEXT = "text"
    FINDING = "finding"
    SPEAKER = "speaker"
    AS_OF = "as-of"


@dataclass(frozen=True, slots=True)
class Chip:
    """One active restriction: its words, and the value that removing it takes away."""

    kind: ChipKind
    label: str
    value: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceFilter:
    """All of the given restrictions hold at once; within findings or speakers any one suffices."""

    text: str = ""
    findings: frozenset[Finding] = frozenset()
    speakers: frozenset[str] = frozenset()

    @property
    def active(self) -> bool:
        """True when anything may be hidden."""
        return bool(self.words() or self.findings or self.speakers)

    def words(self) -> tuple[str, ...]:
        """The words that must all occur, without regard to case."""
        return tuple(self.text.casefold().split())

    def admits(self, *, searchable: str, finding: Finding | None, speaker: str, words: Iterable[str]) -> bool:
        """Whether a sentence passes; `words` are `self.words()`, computed once for all sentences."""
        if self.speakers and speaker not in self.speakers:
            return False
        if self.findings and finding not in self.findings:
            return False
        return all(word in searchable for word in words)

    def toggled(self, finding: Finding) -> SentenceFilter:
        """The same filter with this finding switched on or off."""
        return replace(self, findings=self.findings ^ {finding})

    def toggled_speaker(self, speaker: str) -> SentenceFilter:
        """The same filter with this speaker switched on or off."""
        return replace(self, speakers=self.speakers ^ {speaker})

    def among(self, speakers: set[str]) -> SentenceFilter:
        """The same filter without speakers who are in the document no more."""
        return self if self.speakers <= speakers else replace(self, speakers=self.speakers & speakers)

    def without(self, chip: Chip) -> SentenceFilter:
        """The same filter with one chip removed."""
        if chip.kind is ChipKind.TEXT:
            return replace(self, text="")
        if chip.kind is ChipKind.FINDING:
            return replace(self, findings=self.findings - {Finding(chip.value)})
        if chip.kind is ChipKind.SPEAKER:
            return replace(self, speakers=self.speakers - {chip.value})
        return self

    def chips(self) -> tuple[Chip, ...]:
        """One chip a restriction, in a fixed order."""
        text = (Chip(ChipKind.TEXT, f"“{' '.join(self.text.split())}”"),) if self.words() else ()
        findings = tuple(Chip(ChipKind.FINDING, finding_look(each).word, each.value) for each in Finding if each in self.findings)
        speakers = tuple(Chip(ChipKind.SPEAKER, each or "No speaker", each) for each in sorted(self.speakers))
        return text + findings + speakers


NO_FILTER = SentenceFilter()
