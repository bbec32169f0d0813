"""What is asked of a pile of posts."""

from __future__ import annotations

from enum import StrEnum


class QuestionType(StrEnum):
    """Whether a question asks for answers ("what spreads it?") or for yes or no ("does it spread?")."""

    ENTITY = "entity"
    YES_NO = "yes-no"
