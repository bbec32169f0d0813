"""What a claim is about, in a few words: its names, or the noun phrases of its clause."""

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
    """What a claim is about, in a few words: its names, or else the subject of its clause; "" where neither tells."""
    names = [name for name in names_in(text) if name.text != without]
    if names and not (len(names) == 1 and is_nationality(names[0].text)):
        return " and ".join(named(name, text) for name in names[:2])
    parts = noun_phrases(clause)
    return " and ".join(parts) if len(parts) > 1 or " " in "".join(parts) else ""


def named(name: Name, text: str) -> str:
    """The name with the article that stands before it in the text or gave way to its owner, or that a long name is likely to have."""
    before = text[: name.start].split()[-1:]
    several = len(name.text.split())
    said = before and (before[0].casefold() in _ITS | {"the"} or before[0].endswith(("’s", "'s"))) and (several > 1 or name.text.isupper())
    return f"the {name.text}" if said or several > 2 else name.text


def noun_phrases(clause: Clause | None) -> list[str]:
    """Who does something and what it is done to, as far as they are short noun phrases."""
    return [part for part in (_noun_phrase(clause.subject), _noun_phrase(_object(clause))) if part] if clause is not None else []


def _noun_phrase(words: Sequence[str]) -> str:
    """The words without what says how many or which but "the", "" where a pronoun or a long clause is left."""
    known, kept = lexicon(), list(words)
    while kept and (
        core(kept[0]) in _NO_TOPIC
        or (kept[0] in {"in", "out", "of"} and len(kept) < len(words))
        or number_span(kept[:1])
        or known.has("determiners", core(kept[0]))
    ):
        kept = kept[1:]
    dropped = words[: len(words) - len(kept)]
    article = ["the"] if dropped and core(dropped[-1]) == "the" else []
    while kept and known.has("adverbs", core(kept[-1])):
        kept = kept[:-1]
    if kept and known.has("pronouns", core(kept[0])):
        return ""
    told = [word for word in kept if core(word) not in FUNCTION_WORDS and not known.has("pronouns", core(word))]
    return " ".join([*article, *kept]).strip(" ,;:") if told and len(kept) <= _LONGEST_TOPIC else ""


def _object(clause: Clause) -> Sequence[str]:
    """The words behind a full verb, up to a small word; none where a number, an adverb or a preposition comes first."""
    known, rest = lexicon(), clause.rest
    if not clause.verb and clause.opener in HAVE and rest and known.is_participle(core(rest[0])):
        rest = rest[1:]
    elif not clause.verb:
        return ()
    if not rest or number_span(rest[:2]) or known.has("adverbs", core(rest[0])):
        return ()
    ends = (place for place, word in enumerate(rest) if any(known.has(name, core(word)) for name in _ENDING) or core(word) == "than")
    return rest[: next(ends, len(rest))]
