"""Tasks for a language model, and the checks that each answer must pass before it is shown."""

from app.assist.asking import USUAL, Asker, Assisted, AssistOptions
from app.assist.extracting import AT_ONCE as POSTS_AT_ONCE
from app.assist.extracting import extract
from app.assist.justifying import Reason, Told, reason
from app.assist.questioning import AskedOf, raise_questions
from app.assist.rewording import reword
from app.assist.settling import Checked, settle
from app.assist.standing_alone import Spoken, stand_alone
from app.assist.titling import title
from app.assist.translating import translate

__all__ = [
    "POSTS_AT_ONCE",
    "USUAL",
    "AskedOf",
    "Asker",
    "AssistOptions",
    "Assisted",
    "Checked",
    "Reason",
    "Spoken",
    "Told",
    "extract",
    "raise_questions",
    "reason",
    "reword",
    "settle",
    "stand_alone",
    "title",
    "translate",
]
