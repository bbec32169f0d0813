"""Questions that a claim raises, by its type and words. None asks whether the claim is true: they ask for what would settle it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.ask.lexicon import core, lexicon
from app.ask.statement import BE, HAVE, OPENERS
from app.domain.verification import ClaimForm, EvidenceQuestion, QuestionOrigin
from app.domain.wordlists import FUNCTION_WORDS
from app.verify.claim_types import CAUSAL, NUMERICAL, POSITION, QUOTE, claim_types
from app.verify.clause import Clause, parse_clause
from app.verify.names import Name, names_in
from app.verify.quotation import whole_marks
from app.verify.speaker import quotes_somebody, reported_clause, speaker_first, who_said, without_attention_phrase, without_opening
from app.verify.topic import named, noun_phrases, topic_of
from app.verify.yes_no import how_many, number_of_subject, question_of, when, yes_no

_SENTENCE = re.compile(r"(?<=[.!?…])[”\"’']?\s+(?=[A-ZÀ-Þ“\"])")
_JOINT = re.compile(
    r",?\s+(?:and|but|while|whereas|although|even though|because|after|so)\s+|[;—]\s*|,\s+(?=(?:and|but|he|she|it|they|we|who|which)\b)",
    re.IGNORECASE,
)
_DESCRIBING = re.compile(r"^(?:who|which)\s+", re.IGNORECASE)
_THAT = re.compile(r"^that\s+(?!is\b|was\b)", re.IGNORECASE)
_ASKING = frozenset("who what when where why how which".split()) | OPENERS
_FEWEST = 3
_ABOUT = re.compile(
    r"\b(?:is it|are these|was it) (?:really )?(?:true|correct|accurate|a fact|false|fake)\b|\bclaim (?:is )?(?:true|false|correct)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w+")
_ASKED_FOR = re.compile(
    r"^\W*(?:(?:in|on|at|by|for|to|from|since|of|with|according to)\s+)?"
    r"(how\s+(?:many|much|often|long|old|far|big|large)|how|who|whom|whose|what|which|when|where|why)\b",
    re.IGNORECASE,
)
_KNOWN_TO_ALL = frozenset(
    {"united states", "united states of america", "united kingdom", "great britain", "european union", "united nations", "white house"}
    | {"new york", "los angeles", "hong kong", "south africa", "south korea", "north korea", "saudi arabia", "new zealand", "sri lanka"}
    | {"middle east", "supreme court", "facebook", "whatsapp", "twitter", "covid", "covid-19"}
)
"""Names that need no explaining."""


def template_questions(claim: ClaimForm) -> tuple[EvidenceQuestion, ...]:
    """Questions by template, the most to the point first, no two with nearly the same words; () for a claim without words."""
    accepted: list[str] = []
    for question in _proposed(claim):
        if question and not asks_for_truth(question) and not any(alike(question, other) for other in accepted):
            accepted.append(question)
    return tuple(EvidenceQuestion(text=text, origin=QuestionOrigin.TEMPLATE) for text in accepted)


def asks_for_truth(question: str) -> bool:
    """Return True if a question asks for the verdict instead of evidence ("Is it true that …?")."""
    return _ABOUT.search(question) is not None


def alike(first_question: str, second_question: str) -> bool:
    """Return True if two questions ask for the same kind of thing in nearly the same words (Jaccard from 0.75, without function
    words)."""
    if _asked_for(first_question) != _asked_for(second_question):
        return False
    first, second = _content(first_question), _content(second_question)
    return len(first & second) >= 0.75 * len(first | second) if first | second else first_question == second_question


def _content(text: str) -> frozenset[str]:
    return frozenset(word for word in _WORD.findall(text.casefold()) if word not in FUNCTION_WORDS)


def _asked_for(question: str) -> str:
    """Return the question word, such as "how many", "when" or "who"; "" for yes-no questions."""
    match = _ASKED_FOR.match(question)
    return " ".join(match[1].casefold().split()) if match else ""


def _proposed(claim: ClaimForm) -> Iterator[str]:
    text = speaker_first(whole_marks(without_attention_phrase(" ".join(claim.text.split()))))
    if not any(map(str.isalnum, text)):
        return
    types = claim.types or claim_types(text)
    sentences = [part for part in _SENTENCE.split(text) if part.strip()] or [text]
    if sentences[0].endswith("?") and core(text.split()[0]) in _ASKING:
        yield sentences.pop(0)
    first = parse_clause(without_opening(sentences[0])) if sentences else None
    if first is not None:
        yield yes_no(first)
    yield from _by_type(claim, text, types, first)
    for clause in _further(sentences, first):
        yield yes_no(clause)
        yield how_many(clause) or ""
    yield from _circumstances(claim, text, first)


def _by_type(claim: ClaimForm, text: str, types: tuple[str, ...], clause: Clause | None) -> Iterator[str]:
    """Yield the questions that settle this type of claim."""
    if clause is not None and quotes_somebody(clause):  # what is quoted is asked about by itself
        clause = None
    topic = topic_of(text, clause)
    if clause is not None and (NUMERICAL in types or how_many(clause)):
        yield how_many(clause) or ""
        yield number_of_subject(clause) or ""
    if QUOTE in types:
        speaker, statement = who_said(text, claim.speaker)
        statement_clause = parse_clause(statement) if statement and statement != text else None
        inner = reported_clause(statement_clause, speaker)
        if speaker:
            about = topic_of(statement, statement_clause) or topic_of(text, None, without=speaker)
            yield f"What did {speaker} say about {about}?" if about else f"What did {speaker} say?"
        if inner is not None:
            yield yes_no(inner)
            yield how_many(inner) or ""
    phrases = noun_phrases(clause)
    if CAUSAL in types and (len(phrases) > 1 or topic):
        yield f"What evidence is there about {' and '.join(phrases) if len(phrases) > 1 else topic}?"
    if POSITION in types:
        name = next((name_in_text.text for name_in_text in names_in(text) if name_in_text.person), claim.speaker)
        about = topic_of(text, clause, without=name) or topic
        if name and name in about:
            about = " and ".join(part for part in noun_phrases(clause) if name not in part)
        if name and about:
            yield f"What is {name}'s position on {about}?"


def _further(sentences: list[str], first: Clause | None) -> Iterator[Clause]:
    """The clauses behind the first one; one without a subject of its own gets the first one's."""
    for index, sentence in enumerate(sentences):
        before = "" if index == 0 else "."
        for part in _JOINT.split(sentence):
            describing = _DESCRIBING.match(part) is not None
            begins = not describing if before == "." else describing or parse_clause(before) is not None
            clause = _clause_of(_THAT.sub("", part), first) if before and begins and len(part.split()) >= _FEWEST else None
            if clause is not None:
                yield clause
            before = part if before in {"", "."} else f"{before} and {part}"


def _clause_of(part: str, first: Clause | None) -> Clause | None:
    """A part of a sentence as a clause of its own, or as what else the first one's subject does ("and fired the clerk", "who fired …")."""
    described = _DESCRIBING.sub("", part)
    clause = parse_clause(part) if described == part else None
    if described != part:
        described = described.split(",", 1)[0]
    if clause is not None or first is None:
        return clause
    vocabulary = lexicon()
    passive = described == part and not first.verb and first.opener in BE | HAVE and vocabulary.is_participle(core(described.split()[0]))
    clause = parse_clause(" ".join((*first.subject, *([first.opener] if passive else []), described)))
    is_longer = (
        [word for word in clause.subject[len(first.subject) :] if not vocabulary.has("adverbs", core(word))] if clause is not None else []
    )
    return None if is_longer else clause


def _circumstances(claim: ClaimForm, text: str, clause: Clause | None) -> Iterator[str]:
    """Yield questions about time, people and origin of the claim."""
    yield (when(clause) or "") if clause is not None else ""
    for name in [name for name in names_in(text) if _worth_asking(name)][:2]:
        yield f"Who is {name.text}?" if name.person else f"What is {named(name, text)}?"
    topic = topic_of(text, clause)
    yield "Where was the claim published?" if not claim.reporting_source else f"Where did the claim about {topic or 'this'} come from?"
    yield "When was the claim made?" if claim.made is None else ""
    if topic:
        yield question_of(["What", "is", "known", "about", topic])


def _worth_asking(name: Name) -> bool:
    """Return True if a reader may not know a name: a person's, one of several words, or a longer abbreviation."""
    if name.text.casefold() in _KNOWN_TO_ALL:
        return False
    return name.person or " " in name.text or (len(name.text) > 3 and name.text.isupper())
