"""A question and an answer to it as one claim: "What can cure the flu?" and "garlic" give "Garlic can cure the flu".

Which shape the claim gets depends on what is asked for: the subject (the answer goes where the question word stood), the object
(behind the verb), a place, time or cause (at the end). Where the grammar is not clear, the claim is the question without its
question word, a colon and the answer, which says nothing that question and answer do not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from app.ask import adjuncts, other_languages
from app.ask.answer_kind import of_the_right_kind
from app.ask.clause import Clause
from app.ask.copular_claim import with_be
from app.ask.grammatical_number import agreeing, plural
from app.ask.lexicon import core, lexicon
from app.ask.object_claim import behind, measured
from app.ask.question import question_type
from app.ask.question_parse import ParsedQuestion, asked_for
from app.ask.statement import BE, DO, HAVE, LONGEST, Stated, affirmed, bare, capital, opener, predicate_cut, stated
from app.domain.ask import QuestionType

_HAPPENING = frozenset("happen happens happened happening".split())
_TWO_CLAUSES = re.compile(r"[:;?!]\s")
_AFTER_HAVE = frozenset("been to a an the more no".split())


def claim_of(question: str, answer: str) -> str:
    """The claim that this is the answer to the question; of a yes-no question its statement, of no answer or question the other."""
    return claimed(question, answer).text


def plain_claim(question: str, answer: str, texts: Sequence[str] = ()) -> str:
    """The claim as posts are held against it: where the rules are not sure of its grammar, or the answer (read from these `texts`) is not
    surely of the kind asked for, the question as it was asked and the answer ("" for yes)."""
    statement_form = claimed(question, answer, texts) if answer.strip() else stated(question)
    if statement_form.sure or other_languages.language(question) != "en" or not bare(question):
        return statement_form.text
    return f"{capital(bare(question))}? {capital(' '.join(answer[:LONGEST].split()) or 'yes')}"


def claimed(question: str, answer: str, texts: Sequence[str] = ()) -> Stated:
    """The claim, and whether the rules are sure of it; `texts`: where the answer was read."""
    text = bare(question)
    spoken_answer = " ".join(answer[:LONGEST].split()).strip(' .,;:!?¿¡"“”«»„')
    if not spoken_answer or not text:
        return Stated(capital(spoken_answer or text), sure=False)
    if question_type(question) is QuestionType.YES_NO:
        return stated(question)
    language = other_languages.language(question)
    if language != "en":
        return Stated(*other_languages.claim(text, spoken_answer, language))
    parsed = asked_for(text)
    statement = _made(parsed, spoken_answer)
    if statement is not None and parsed is not None:
        return Stated(
            capital(parsed.scene + statement.text),
            statement.sure and of_the_right_kind(parsed, spoken_answer, texts) and _TWO_CLAUSES.search(text) is None,
        )
    remainder = text if parsed is None else f"{parsed.scene}{_left(parsed)}"
    return Stated(capital(f"{remainder}: {spoken_answer}".lstrip(" ,:")), sure=False)


def unanswered(question: str) -> str:
    """Return a question without its question word, in the order of a statement, as posts that answer it may put it."""
    text = bare(question)
    language = other_languages.language(question)
    if language != "en":
        return capital(other_languages.claim(text, "", language)[0].strip(" :")) if text else ""
    parsed = asked_for(text)
    return capital(text if parsed is None else f"{parsed.scene}{_left(parsed)}".replace(" – ", " "))


def _left(question: ParsedQuestion) -> str:
    """The question without its question word, in a statement's order where that is known."""
    words = question.predicate
    verb, denies = opener(words[0]) if words else ("", False)
    cut = predicate_cut(words[1:], verb) if verb and not denies else None
    if cut is None:
        return " ".join((*question.before, question.measure, *question.noun, *words)).strip()
    subject, predicate = words[1 : cut.at + 1], words[cut.at + 1 :]
    return " ".join((*question.noun, "–", affirmed(subject, verb, predicate, cut.verb - cut.at))).lstrip("– ")


def _made(question: ParsedQuestion | None, answer: str) -> Stated | None:
    """The claim without its scene; None where no rule fits."""
    if question is None:
        return None
    if question.before:
        return Stated(" ".join((*question.before, adjuncts.lowered(adjuncts.named(question, answer)), *question.predicate)), sure=True)
    if not question.predicate:
        return None
    named = adjuncts.named(question, answer)
    verb, denies = opener(question.predicate[0])
    if denies:
        return None  # "Who isn't a citizen?" must not say that somebody is one
    if not verb:
        return _subject_of_verb(question, named)
    clause = Clause(question, named, question.predicate[1:], verb)
    return _of_clause(clause) if clause.words else None


def _subject_of_verb(question: ParsedQuestion, answer: str) -> Stated | None:
    """ "What causes X": the answer does what the verb says."""
    if not question.takes_subject or core(question.predicate[0]) in _HAPPENING:
        return None
    return Stated(f"{answer} {agreeing(question.predicate[0], answer)} {' '.join(question.predicate[1:])}".rstrip(), sure=True)


def _of_clause(clause: Clause) -> Stated | None:
    question, verb, words = clause.question, clause.verb, clause.words
    if question.measure:
        return measured(clause)
    if verb in BE and core(words[0]) == "there":
        return Stated(" ".join(("there", verb, clause.answer, *words[1:])), sure=True)
    timed = _timed(clause)
    if timed is not None or not question.takes_subject:
        return behind(timed or clause)
    if verb in BE:
        return with_be(clause)
    denied = verb in DO and core(words[0]) in {"not", "n't"}
    if denied or (verb not in DO and _verb_at_once(clause)):
        return Stated(f"{clause.answer} {verb if denied else agreeing(verb, clause.answer)} {' '.join(words)}", sure=True)
    return behind(clause)


def _timed(clause: Clause) -> Clause | None:
    """ "What year was he born": read as "in what year"; None where no time is asked for, or the time is the subject."""
    time = adjuncts.preposition_of(clause.question.noun)
    if not time or clause.question.preposition or _verb_at_once(clause):
        return None
    cut = predicate_cut(clause.words, clause.verb)
    return replace(clause, question=replace(clause.question, preposition=time)) if cut is not None and cut.sure else None


def _verb_at_once(clause: Clause) -> bool:
    """Return True if the verb follows at once, so that the question asks for its subject."""
    vocabulary = lexicon()
    start = next((at for at, word in enumerate(clause.words) if not vocabulary.has("adverbs", core(word))), 0)
    word = core(clause.words[start])
    if clause.verb in HAVE:
        return vocabulary.is_participle(word) or vocabulary.has("adjectives", word) or (word in _AFTER_HAVE and not _done_by(clause))
    verb = vocabulary.verb(word)
    if verb is None or clause.words[start][:1].isupper() or word in _HAPPENING:
        return False
    cut = predicate_cut(clause.words, clause.verb) if verb.noun else None
    verb_is_late = cut is not None and cut.sure and cut.verb >= len(clause.words) - 2
    return not (verb_is_late and cut is not None and plural(clause.words[: cut.at]))


def _done_by(clause: Clause) -> bool:
    """Return True if somebody has done the thing that is asked for ("What has the mayor promised?")."""
    vocabulary = lexicon()
    cut = predicate_cut(clause.words, clause.verb)
    if cut is None or not cut.sure or vocabulary.has("superlatives", clause.cores[1]):
        return False
    after = clause.cores[cut.verb + 1] if cut.verb + 1 < len(clause.cores) else ""
    return vocabulary.is_participle(clause.cores[cut.verb]) and (not after or vocabulary.has("prepositions", after))
