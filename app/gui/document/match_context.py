"""Settings, keys and notes that the cards of matches share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from app.gui.model.keymap import Keys, standard_keys
from app.gui.model.match_notes import MatchNotes
from app.settings import Settings, default_settings
from app.translation import language


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchContext:
    """The settings, read anew for every card; the keys of commands; the notes that a language model wrote; `order_note` says which order
    the user's decisions agree with."""

    settings: Callable[[], Settings] = default_settings
    keys: Keys = standard_keys
    order_note: Callable[[], str] = str
    notes: MatchNotes = field(default_factory=MatchNotes)

    @property
    def can_rerank(self) -> bool:
        """True once a language model is chosen."""
        return bool(self.settings().llm_model)

    @property
    def llm_target(self) -> str:
        """The language that claims are translated into: the window's where the user reads it; "" without a language model."""
        settings, window_language = self.settings(), language()
        codes = settings.my_languages
        reads_it = not codes or any(code.partition("-")[0] == window_language.partition("-")[0] for code in codes)
        return (window_language if reads_it else codes[0]) if settings.llm_model else ""
