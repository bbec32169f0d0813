"""The topic of a claim in a few words: its names, or the noun phrases of its clause."""

from __future__ import annotations

from collections.abc import Sequence

from app.ask.lexicon import core, lexicon
from app.ask.statement import HAVE
from app.domain.wordlists import FUNCTION_WORDS
from app.verify.clause import Clause
from app.verify.names import Name, is_nationality, names_in
from app.verify.yes_no import number_span

_LONGEST_TOPIC = 7
_ENDING = ("prepositions", "conjunctions", "relatives")
_NO_TOPIC = frozenset("of only about around nearly almost over under more less than least most at up to there".split())
_ITS = frozenset("his her its their our my your".split())


def topic_of(text: str, clause: Clause | None, *, without: str = "") -> str:
    """Return the topic of a claim: its names, or the subject of its clause; "" if neither is found."""
    names = [name for name in names_in(text) if name.text != without]
    if names and not (len(names) == 1 and is_nationality(names[0].text)):
        return " and ".join(named(name, text) for name in names[:2])
    parts = noun_phrases(clause)
    return " and ".join(parts) if len(parts) > 1 or " " in "".join(parts) else ""


def named(name: Name, text: str) -> str:
    """The name with the article that stands before it in the text or gave way to its owner, or that a long name is likely to have."""
    before = text[: name.start].split()[-1:]
    word_count = len(name.text.split())
    has_article = (
        before and (before[0].casefold() in _ITS | {"the"} or before[0].endswith(("’s", "'s"))) and (word_count > 1 or name.text.isupper())
    )
    return f"the {name.text}" if has_article or word_count > 2 else name.text


def noun_phrases(clause: Clause | None) -> list[str]:
    """Return the subject and the object of a clause, if they are short noun phrases."""
    return [part for part in (_noun_phrase(clause.subject), _noun_phrase(_object(clause))) if part] if clause is not None else []


def _noun_phrase(words: Sequence[str]) -> str:
    """The words without what says how many or which but "the", "" where a pronoun or a long clause is left."""
    vocabulary, phrase = lexicon(), list(words)
    while phrase and (
        core(phrase[0]) in _NO_TOPIC
        or (phrase[0] in {"in", "out", "of"} and len(phrase) < len(words))
        or number_span(phrase[:1])
        or vocabulary.has("determiners", core(phrase[0]))
    ):
        phrase = phrase[1:]
    dropped = words[: len(words) - len(phrase)]
    article = ["the"] if dropped and core(dropped[-1]) == "the" else []
    while phrase and vocabulary.has("adverbs", core(phrase[-1])):
        phrase = phrase[:-1]
    if phrase and vocabulary.has("pronouns", core(phrase[0])):
        return ""
    content = [word for word in phrase if core(word) not in FUNCTION_WORDS and not vocabulary.has("pronouns", core(word))]
    return " ".join([*article, *phrase]).strip(" ,;:") if content and len(phrase) <= _LONGEST_TOPIC else ""


def _object(clause: Clause) -> Sequence[str]:
    """The words behind a full verb, up to a small word; none where a number, an adverb or a preposition comes first."""
    vocabulary, predicate = lexicon(), clause.predicate
    if not clause.verb and clause.opener in HAVE and predicate and vocabulary.is_participle(core(predicate[0])):
        predicate = predicate[1:]
    elif not clause.verb:
        return ()
    if not predicate or number_span(predicate[:2]) or vocabulary.has("adverbs", core(predicate[0])):
        return ()
    ends = (
        index for index, word in enumerate(predicate) if any(vocabulary.has(name, core(word)) for name in _ENDING) or core(word) == "than"
    )
    return predicate[: next(ends, len(predicate))]
