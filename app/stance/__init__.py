"""Stance between published texts and what is judged, in the domain's words."""

from app.stance.antonyms import antonym_swap
from app.stance.judging import judge_stances
from app.stance.languages import ENGLISH, Readable, can_read
from app.stance.negation import negation_mismatch

__all__ = ["ENGLISH", "Readable", "antonym_swap", "can_read", "judge_stances", "negation_mismatch"]
