"""The claim of a question whose answer stands behind the verb: its object, or where, when, why, how and how much."""

from __future__ import annotations

from collections.abc import Sequence

from app.ask import adjuncts
from app.ask.clause import Clause
from app.ask.lexicon import core, lexicon
from app.ask.statement import BE, Stated, affirmed, predicate_cut
from app.ask.subject import Cut

_PARTICLES = frozenset("back up out off down away over on in through".split())
_AUXILIARIES = frozenset("have been be being".split())
_OPINION = frozenset("think say know feel mean believe thinking saying".split())
_CATENATIVE = frozenset(
    "try want attempt plan claim refuse need hope promise threaten fail intend agree decide begin start continue vow".split()
)
_WAITING = frozenset("from of for with about to into by on".split())
_NEAR = frozenset("within under behind inside outside over about around between off of up down".split())
_ADVERBIAL = frozenset("yesterday today tomorrow now then there here again yet next last this ago first most more".split())


def behind(clause: Clause) -> Stated | None:
    """The claim; None where the verb has its object already or is "do"."""
    cut = predicate_cut(clause.words, clause.verb)
    question = clause.question
    if cut is None:
        return _without_predicate(clause, sure=True)
    subject, predicate = clause.words[: cut.at], clause.words[cut.at :]
    at = cut.verb - cut.at
    gap = 0 if question.preposition else _gap(predicate, at)
    if gap and question.word in {"what", "which", "who", "where"}:
        text = affirmed(subject, clause.verb, predicate[:gap], at)
        return Stated(" ".join((text, adjuncts.lowered(clause.answer), *predicate[gap:])), cut.sure)
    if not (question.adverbial or question.preposition):
        return _with_object(clause, cut)
    unsure = _without_predicate(clause, sure=False) if not cut.sure else None
    return unsure or _ended(clause, affirmed(subject, clause.verb, predicate, at), sure=cut.sure)


def measured(clause: Clause) -> Stated | None:
    """ "How old is X": the measure stands behind the verb, with its adjective; None for measures of another verb."""
    measure, certain = adjuncts.measured(clause.question, clause.answer)
    words = clause.words
    if clause.verb not in BE:
        cut = predicate_cut(words, clause.verb) if core(clause.question.measure) in {"long", "often", "far"} else None
        if cut is None:
            return None
        return Stated(f"{affirmed(words[: cut.at], clause.verb, words[cut.at :], cut.verb - cut.at)} {measure}", cut.sure)
    if clause.cores[0] == "it":
        return Stated(" ".join((words[0], clause.verb, measure, *words[1:])), certain)
    return Stated(f"{' '.join(words)} {clause.verb} {measure}", certain)


def _without_predicate(clause: Clause, *, sure: bool) -> Stated | None:
    """ "Where is the treasure?": all behind be is the subject."""
    if clause.verb not in BE or not clause.question.adverbial:
        return None
    return _ended(clause, " ".join((*clause.words, clause.verb)), sure=sure)


def _ended(clause: Clause, text: str, *, sure: bool) -> Stated:
    end, certain = adjuncts.ending(clause.question, clause.answer, text)
    return Stated(text + end, sure and certain)


def _with_object(clause: Clause, cut: Cut) -> Stated | None:
    subject, predicate = clause.words[: cut.at], clause.words[cut.at :]
    at = cut.verb - cut.at
    verb = core(predicate[at])
    end = _chain_end(predicate, at)
    if (verb in {"do", "doing"} and clause.question.word == "what") or not _free(predicate, end):
        return None
    before_answer, after_answer = predicate[:end], predicate[end:]
    if after_answer and _stranded(after_answer):
        before_answer, after_answer = predicate, ()
    if after_answer and verb in _OPINION:
        return None
    text = affirmed(subject, clause.verb, before_answer, at)
    return Stated(" ".join((text, adjuncts.as_object(clause.question, clause.answer), *after_answer)), cut.sure)


def _gap(predicate: Sequence[str], at: int) -> int:
    """The place between two prepositions where the answer is missing: "get its money from … to build"; 0 where there is none."""
    vocabulary = lexicon()
    cores = [core(word) for word in predicate]
    gaps = (
        index
        for index in range(at + 2, len(cores))
        if cores[index - 1] in _WAITING and vocabulary.has("prepositions", cores[index]) and cores[index] not in _NEAR
    )
    return next(gaps, 0)


def _chain_end(predicate: Sequence[str], at: int) -> int:
    """The place behind the verb and the verbs that hang on it: "want to ban", "claimed to have written", "bring back"."""
    cores = [core(word) for word in predicate]
    end = at + 1
    while end < len(cores):
        step = _step(cores, end)
        if not step:
            break
        end += step
    return end


def _step(cores: Sequence[str], end: int) -> int:
    """Count the words at this position that still belong to the verb before."""
    vocabulary = lexicon()
    before = cores[end - 1]
    if cores[end] == "to" and end + 1 < len(cores):
        return 2 if vocabulary.verb(cores[end + 1]) or before in _CATENATIVE else 0
    is_perfect = before in _AUXILIARIES | {"had"} and vocabulary.is_participle(cores[end])
    is_particle = cores[end] in _PARTICLES and end + 1 == len(cores)
    return int(cores[end] in _AUXILIARIES or is_perfect or is_particle)


def _free(predicate: Sequence[str], end: int) -> bool:
    """Return True if no object follows the verb yet."""
    vocabulary = lexicon()
    if end >= len(predicate):
        return True
    word = core(predicate[end])
    small = any(vocabulary.has(name, word) for name in ("prepositions", "conjunctions", "adverbs"))
    return small or word in _ADVERBIAL or _stranded(predicate[end:])


def _stranded(right: Sequence[str]) -> bool:
    """Return True if a preposition at the end waits for the answer."""
    return lexicon().has("prepositions", core(right[-1]))
