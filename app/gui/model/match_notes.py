"""Texts of the language model about matches, held in memory while the program runs."""

from __future__ import annotations

from app.domain.assisted import Use
from app.domain.factcheck import FactCheck
from app.gui.model.llm_words import LlmText, settling_text, translation_text
from app.worker.protocol import MatchNoted


class MatchNotes:
    """Notes by the texts that they were made from: a translation by its claim, other notes also by the sentence."""

    def __init__(self) -> None:
        self._kept: dict[tuple[Use, str, str, str], LlmText] = {}

    def keep(self, use: Use, sentence: str, check: FactCheck, note: MatchNoted) -> LlmText:
        """Keep an answer, in place of an earlier one; its words."""
        translated = use is Use.TRANSLATION
        text = translation_text(note.translated, note.record) if translated else settling_text(note.lines, note.record)
        self._kept[_key(use, sentence, check)] = text
        return text

    def of(self, sentence: str, check: FactCheck) -> dict[Use, LlmText]:
        """Return the texts about this match, by use."""
        notes = {use: self._kept.get(_key(use, sentence, check)) for use in (Use.TRANSLATION, Use.SETTLING)}
        return {use: text for use, text in notes.items() if text is not None}


def _key(use: Use, sentence: str, check: FactCheck) -> tuple[Use, str, str, str]:
    return use, "" if use is Use.TRANSLATION else sentence, check.id, check.claim
