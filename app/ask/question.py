"""Recognise the type of a question from its words, in English, Spanish, German, French and Portuguese.

A question begins with the word that tells its type, after some introductory clauses at most ("In New York, is it …?"). If no clause
begins so, a question word anywhere decides ("The virus came from which country?").
"""

from __future__ import annotations

import re
import unicodedata

from app.domain.ask import QuestionType

_ASKING = frozenset(
    """what which who whom whose where when why how
    que cual cuales quien quienes donde cuando cuanto cuanta cuantos cuantas como adonde
    was welche welcher welches welchen welchem wer wen wem wessen wo wohin woher wann warum wieso weshalb wie wieviel womit wodurch worin
    quel quelle quels quelles qui quoi ou quand pourquoi comment combien lequel laquelle
    qual quais quem onde quando quanto quanta quantos quantas""".split()
)
_YES_NO = frozenset(
    """is are was were am isn aren wasn weren do does did don doesn didn dose has have had hasn haven hadn
    can could cannot couldn will would won wouldn shall should shouldn may might must mustn ain
    ist sind war waren hat haben hatte hatten kann konnen konnte konnten wird werden wurde wurden
    darf durfen muss mussen soll sollen sollte
    macht gibt stimmt verursacht
    est sont etait etaient ont peut peuvent doit doivent va vont
    es son era eran fue fueron esta estan hay ha han puede pueden debe deben va van sera seran tiene tienen causa causan
    e sao era eram foi foram esta estao ha pode podem deve devem vai vao tem""".split()
)
_OPENING = re.compile(r"^\W*(?:(?:and|but|so|then|also|y|und|et|e)\s+)?")
_PREPOSED = frozenset(
    """in on at of to for from by with about under during a de en con por para sobre desde hasta
    an auf aus mit von zu bei nach fur dans sur avec pour par em com""".split()
)
_INVERTED = re.compile(r"\b(?:est ce qu|n est ce pas|oder|stimmt es|es verdad|e verdade|est il vrai)\b")
_WHAT_FRENCH = re.compile(r"^(?:qu|qui|que)['’ ]?est[- ]ce\b")
_HYPHEN_PRONOUN = re.compile(r"^\w+-(?:t-)?(?:il|elle|ils|elles|on|ce|vous|nous|tu|je)\b")


def question_type(question: str) -> QuestionType:
    """The type of a question; of a statement with a question mark, or of no question at all, yes or no."""
    folded = "".join(sign for sign in unicodedata.normalize("NFKD", question.casefold()) if not unicodedata.combining(sign))
    clauses = [_OPENING.sub("", clause) for clause in re.split(r"[,;:¿]|\s-\s", folded) if clause.strip(" ?!¿¡")]
    for clause in clauses:
        opened_type = _opens(clause)
        if opened_type is not None:
            return opened_type
    asking = any(word in _ASKING - {"was", "a", "como", "que", "ou", "qui"} for word in re.findall(r"\w+", folded))
    return QuestionType.ENTITY if asking else QuestionType.YES_NO


def _opens(clause: str) -> QuestionType | None:
    """Return the type that the first words of a clause show, or None."""
    french_what = _WHAT_FRENCH.match(clause)
    if french_what or _HYPHEN_PRONOUN.match(clause) or _INVERTED.match(clause.replace("-", " ").replace("'", " ")):
        return QuestionType.ENTITY if french_what else QuestionType.YES_NO
    words = re.findall(r"\w+", clause)[:4]
    if not words:
        return None
    if len(words) > 1 and words[0] in _PREPOSED and words[1] in _ASKING - {"was"}:
        return QuestionType.ENTITY
    if words[0] == "was":  # German's "what", English's past
        return _of_was(words)
    if words[0] in _ASKING:
        return QuestionType.ENTITY
    return QuestionType.YES_NO if words[0] in _YES_NO else None


def _of_was(words: list[str]) -> QuestionType:
    german = {"ist", "sind", "hat", "haben", "kann", "macht", "wird", "verursacht", "fur", "sagt", "denken", "passiert", "hilft", "geschah"}
    return QuestionType.ENTITY if len(words) > 1 and words[1] in german else QuestionType.YES_NO
