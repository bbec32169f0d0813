"""The claim of a question with is, are, was or were after its question word: "What is the capital of …?", "Who was arrested?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from app.ask import adjuncts
from app.ask.clause import Clause
from app.ask.grammatical_number import agreeing
from app.ask.lexicon import core, lexicon
from app.ask.object_claim import behind
from app.ask.statement import Stated, predicate_cut
from app.ask.subject import Cut

_NAMING = frozenset("called named termed dubbed".split())
_SUPERLATIVE_END = re.compile(r"\w{3,}est")
_CHOSEN = frozenset("favourite favorite".split())
_BEHIND_LISTS = frozenset("of for behind in to that against on".split())


def with_be(clause: Clause) -> Stated | None:
    """The claim with its answer as the subject, behind be, or behind a verb; None where something else is asked for."""
    if _first_is_verb(clause):
        return _as_subject(clause)
    if clause.cores[-1] in _NAMING and len(clause.words) > 1:
        return Stated(f"{' '.join(clause.words[:-1])} {clause.verb} {clause.words[-1]} {adjuncts.lowered(clause.answer)}", sure=True)
    cut = predicate_cut(clause.words, clause.verb)
    if cut is not None and _names_a_thing(clause.cores, cut.verb):
        return replace(
            _as_complement(clause), sure=_described(clause.cores, cut.verb) and clause.verb in {"is", "was"} and not _stranded(clause)
        )
    if cut is not None and (_stranded(clause) or _doing(clause.cores, cut.verb)):
        return behind(clause)
    if cut is not None and clause.question.noun and _complete(clause, cut):
        return None
    return _as_subject(clause) if _answer_first(clause) else _as_complement(clause)


def _as_subject(clause: Clause) -> Stated:
    return Stated(f"{clause.answer} {agreeing(clause.verb, clause.answer)} {' '.join(clause.words)}", sure=True)


def _as_complement(clause: Clause) -> Stated:
    """ "The capital is X"; of a list ("the causes of the fire") the answer is one."""
    answer = adjuncts.lowered(clause.answer)
    if not _listed(clause):
        return Stated(f"{' '.join(clause.words)} {clause.verb} {answer}", sure=True)
    is_definite = clause.cores[0] in {"the", "these", "those", "some"} or clause.cores[0].endswith("'s")
    start = " ".join(clause.words if is_definite else ("the", *clause.words))
    return Stated(f"one of {start} {'is' if clause.verb == 'are' else 'was'} {answer}", sure=True)


def _first_is_verb(clause: Clause) -> bool:
    vocabulary = lexicon()
    first = _first(clause.cores)
    return (vocabulary.is_gerund(first) or vocabulary.is_participle(first)) and not clause.words[0][:1].isupper()


def _first(cores: Sequence[str]) -> str:
    vocabulary = lexicon()
    return next((word for word in cores if word != "not" and not vocabulary.has("adverbs", word)), "")


def _stranded(clause: Clause) -> bool:
    return len(clause.words) > 1 and lexicon().has("prepositions", clause.cores[-1])


def _answer_first(clause: Clause) -> bool:
    """Return True if the answer is the subject of "be": "X is behind the hack", "X is the largest city"."""
    cores = clause.cores
    if lexicon().has("prepositions", _first(cores)) or cores[0] in {"more", "less", "most"} or _quality(cores):
        return True
    if clause.question.noun:
        return True
    if clause.question.word == "who":
        all_capital = all(word[:1].isupper() and "'" not in word and "’" not in word for word in clause.words)
        return not all_capital and core(clause.answer.split(maxsplit=1)[0]) not in {"a", "an", "one"}
    return clause.question.word != "what" and not _listed(clause)


def _listed(clause: Clause) -> bool:
    """Return True if the question asks for members of a list: "What are the causes of", "main reasons for"."""
    if clause.verb not in {"are", "were"} or clause.question.word not in {"what", "which"} or clause.question.noun:
        return False
    cores = clause.cores
    head = next((at for at, word in enumerate(cores) if at and word in _BEHIND_LISTS), None)
    return head is not None and cores[head - 1].endswith("s") and not lexicon().is_participle(cores[head - 1])


def _quality(cores: Sequence[str]) -> bool:
    """Return True if an adjective stands alone ("wrong with the water") and not before its noun."""
    vocabulary = lexicon()
    start = next((at for at, word in enumerate(cores) if not vocabulary.has("adverbs", word)), 0)
    return vocabulary.has("adjectives", cores[start]) and (start + 1 == len(cores) or vocabulary.has("prepositions", cores[start + 1]))


def _complete(clause: Clause, cut: Cut) -> bool:
    """Return True if subject and object are both there, so that "which" asks for something else: "Which group was he sending
    money?"."""
    vocabulary = lexicon()
    verb = clause.cores[cut.verb]
    name = clause.words[0][:1].isupper() and clause.cores[0] != "the"
    return cut.sure and (vocabulary.is_gerund(verb) or (name and vocabulary.has("determiners", verb)))


def _names_a_thing(cores: Sequence[str], at: int) -> bool:
    """Return True if an -ing form may be a noun: "the new building", or after a noun where one of several is asked for ("the best
    pizza topping", but not "the last witness saying")."""
    return at > 0 and lexicon().is_gerund(cores[at]) and (_described(cores, at) or any(map(_best, cores[:at])))


def _described(cores: Sequence[str], at: int) -> bool:
    """Return True if an adjective stands before this word."""
    return lexicon().has("adjectives", cores[at - 1]) or _best(cores[at - 1])


def _best(word: str) -> bool:
    """Return True if a word is a superlative, or selects as one does."""
    return lexicon().has("superlatives", word) or word in _CHOSEN or _SUPERLATIVE_END.fullmatch(word) is not None


def _doing(cores: Sequence[str], at: int) -> bool:
    """Return True if the subject does something whose object is asked for: "What is the club building?"."""
    vocabulary = lexicon()
    ends_phrase = at + 1 == len(cores) or vocabulary.has("prepositions", cores[at + 1])
    return vocabulary.is_gerund(cores[at]) and cores[at] != "doing" and ends_phrase
