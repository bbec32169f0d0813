"""Stance between published texts and what is judged, in the domain's words."""

from app.stance.denial import opposed
from app.stance.judging import judge_stances
from app.stance.languages import ENGLISH, Readable, can_read
from app.stance.opposites import going_against

__all__ = ["ENGLISH", "Readable", "can_read", "going_against", "judge_stances", "opposed"]
