"""Stance between published texts and what is judged, in the domain's words."""

from app.stance.judging import judge_stances

__all__ = ["judge_stances"]
