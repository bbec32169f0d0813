"""Other wordings of a question to find posts with, each of its own kind and weight: posts seldom ask, they state, deny and abbreviate."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from app.ask import other_languages
from app.ask.aliases import NamedEntity, folded, mentions, words_of
from app.ask.claim import unanswered
from app.ask.question_parse import asked_for
from app.ask.statement import LONGEST, bare, statement
from app.domain.ask import QuestionType
from app.domain.wordlists import FUNCTION_WORDS

MOST = 6
"""Expansions of one question at most."""
_NAMES = 3
"""Other names of one thing that are searched with."""
_WORD = re.compile(r"[^\W_]+(?:[-.,'’&][^\W_]+)*")


class Wording(StrEnum):
    """Kinds of wordings, by which their weights are set and their use is measured."""

    QUESTION = "question"
    STATEMENT = "statement"
    CONTENT = "content"
    ALIAS = "alias"
    SUPPORTING = "supporting"
    DENYING = "denying"


WEIGHTS = {
    Wording.QUESTION: 1.0,
    Wording.STATEMENT: 0.8,
    Wording.CONTENT: 0.6,
    Wording.ALIAS: 0.5,
    Wording.SUPPORTING: 0.3,
    Wording.DENYING: 0.3,
}
"""First guesses, to be set by measuring: the question itself counts most, guessed words least."""


@dataclass(frozen=True, slots=True)
class Expansion:
    """A text to search with; `weight` in (0, 1] for fusing what it finds, `wording` the kind of wording it is."""

    text: str
    weight: float
    wording: Wording


_SMALL = {
    "en": FUNCTION_WORDS | frozenset("there isn't aren't doesn't don't didn't won't can't anyone true false".split()),
    "es": frozenset(
        """el la los las un una unos unas de del al a en con por para que qué quién cuál cuáles quiénes dónde cuándo cómo cuánto cuántos
        cuántas es son fue era está están hay se su sus lo le y o no más si sí ha han verdad puede pueden debe deben ser""".split()
    ),
    "pt": frozenset(
        """o a os as um uma de do da dos das em no na nos nas com por para que quem qual quais onde quando como quanto quantos é são foi era
        está estão há se seu sua e ou não mais verdade pode podem deve devem ser será""".split()
    ),
    "fr": frozenset(
        """le la les un une des de du au aux en dans avec par pour sur que qui quoi quel quelle quels quelles où quand comment
        pourquoi combien
        est sont était ce se sa son ses et ou ne pas plus il elle ils elles on a ont été peut doit qu l d c n s j y vrai""".split()
    ),
    "de": frozenset(
        """der die das den dem des ein eine einen einem einer und oder nicht kein keine in im an am auf aus mit von zu zum zur bei für über
        was wer wen wem wo wann warum wie welche welcher welches ist sind war waren hat haben wird werden kann können soll sollen muss
        müssen es er sie sich dass stimmt gibt wahr""".split()
    ),
}
_SUPPORTING = {
    "en": "true fact proof proven really exposed",
    "es": "verdad cierto demostrado pruebas",
    "pt": "verdade comprovado provas",
    "fr": "vrai prouvé preuve vérité",
    "de": "wahr bewiesen Beweis stimmt",
}
_DENYING = {
    "en": "not true false myth hoax no evidence debunked",
    "es": "falso mentira bulo mito desmentido",
    "pt": "falso mentira mito boato desmentido",
    "fr": "faux mensonge mythe intox démenti",
    "de": "falsch Lüge Mythos widerlegt stimmt nicht",
}
_GIVING = {
    "who": "responsible behind did it",
    "where": "in from near place",
    "when": "in since year date",
    "why": "because due to reason caused by",
    "how": "by using with",
    "how many": "number total thousand million percent",
    "how much": "cost amount million billion percent",
}
_DOUBTING = "not wrong instead actually myth"


def expanded(question: str, kind: QuestionType) -> tuple[Expansion, ...]:
    """At most six wordings, no two with the same words, the question first; () for a question without words."""
    distinct: dict[frozenset[str], Expansion] = {}
    for wording, text in _proposed(question, kind):
        words = frozenset(_words(text)) | ({wording.value} if wording in {Wording.QUESTION, Wording.STATEMENT} else frozenset())
        if not _words(text) or any(expansion.text.casefold() == text.casefold() for expansion in distinct.values()):
            continue
        distinct.setdefault(words, Expansion(text, WEIGHTS[wording], wording))
    return tuple(distinct.values())[:MOST]


def _proposed(question: str, kind: QuestionType) -> Iterator[tuple[Wording, str]]:
    text = " ".join(question[:LONGEST].split())
    plain = bare(text)
    language = other_languages.language(text)
    content = " ".join(_content(plain, language))
    stated = statement(text) if kind is QuestionType.YES_NO else unanswered(text)
    yield Wording.QUESTION, text
    yield Wording.STATEMENT, stated
    yield Wording.CONTENT, content
    other = _with_other_names(plain, language)
    if other is not None:
        yield Wording.ALIAS, other
    if not content:
        return
    if kind is QuestionType.YES_NO:
        yield Wording.SUPPORTING, f"{content} {_SUPPORTING[language]}"
        yield Wording.DENYING, f"{content} {_DENYING[language]}"
        return
    parsed = asked_for(plain) if language == "en" else None
    support_phrase = _GIVING.get(parsed.word) if parsed is not None else None
    yield Wording.SUPPORTING, f"{content} {support_phrase or _SUPPORTING[language]}"
    yield Wording.DENYING, f"{content} {_DOUBTING if language == 'en' else _DENYING[language]}"


def _words(text: str) -> list[str]:
    return [folded(word) for word in _WORD.findall(text)]


def _content(text: str, language: str) -> list[str]:
    """The words that carry the topic, each once, in order; abbreviations in capitals ("WHO", "US") are no small words."""
    small = _SMALL[language]
    content: dict[str, str] = {}
    for word in _WORD.findall(text):
        initials = len(word) > 1 and word.isupper() and not text.isupper()
        if initials or word.casefold().replace("’", "'") not in small:
            content.setdefault(folded(word), word)
    return list(content.values())


def _with_other_names(text: str, language: str) -> str | None:
    """The topic's words with other names for what has several; None where nothing has."""
    name_mentions = mentions(text)
    if not name_mentions:
        return None
    parts: list[str] = []
    end = 0
    for mention in name_mentions:
        parts.extend(_content(text[end : mention.start], language))
        parts.extend(_others(mention.entity, text[mention.start : mention.end], language))
        end = mention.end
    parts.extend(_content(text[end:], language))
    return " ".join(dict.fromkeys(parts))


def _others(entity: NamedEntity, name_used: str, language: str) -> list[str]:
    """Other names that share no word with the one said nor with each other, in other languages only where the question is in one."""
    alternatives: list[str] = []
    used_words = set(words_of(name_used))
    for name in (*entity.names, *entity.ambiguous, *(entity.other_names if language != "en" else ()), *entity.related):
        words = set(words_of(name))
        if used_words.isdisjoint(words):
            alternatives.append(name)
            used_words |= words
    return alternatives[:_NAMES] or [name_used]
