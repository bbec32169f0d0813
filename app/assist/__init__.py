"""Tasks for a language model, and the checks that each answer must pass before it is shown."""

from app.assist.asking import USUAL, Asker, Assisted, AssistOptions
from app.assist.decontextualisation import Spoken, stand_alone
from app.assist.explanation import ShownFactCheck, explain
from app.assist.extracting import AT_ONCE as POSTS_AT_ONCE
from app.assist.extracting import extract
from app.assist.justifying import CitedAnswer, Reason, reason
from app.assist.questioning import ClaimQuestion, raise_questions
from app.assist.rewording import reword
from app.assist.titling import title
from app.assist.translating import translate

__all__ = [
    "POSTS_AT_ONCE",
    "USUAL",
    "Asker",
    "AssistOptions",
    "Assisted",
    "CitedAnswer",
    "ClaimQuestion",
    "Reason",
    "ShownFactCheck",
    "Spoken",
    "explain",
    "extract",
    "raise_questions",
    "reason",
    "reword",
    "stand_alone",
    "title",
    "translate",
]
