"""A yes-no question as a plain statement, which fact-checks can be matched with and posts can agree with.

"Does garlic cure the flu?" becomes "Garlic cures the flu". A question that denies ("Isn't the earth flat?") asks for the same yes as
one that does not, so its statement affirms. Where the grammar is not clear, the question's own words stay in their order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.ask import other_languages
from app.ask.lexicon import core, lexicon, third_person
from app.ask.subject import Cut, Predicate, cut

LONGEST = 2_000
"""Characters of a question that are read."""
BE = frozenset("is are was were am".split())
DO = frozenset("do does did".split())
HAVE = frozenset("has have had".split())
MODALS = frozenset("can could will would shall should may might must".split())
OPENERS = BE | DO | HAVE | MODALS
_DENYING = {"won't": "will", "can't": "can", "cannot": "can", "shan't": "shall", "ain't": "is", "dose": "does"}
_THAT = re.compile(
    r"^(?:is it (?:really |actually )?(?:true|correct|a fact|right|the case)"
    r"|do (?:you|people) (?:really )?(?:think|believe|agree|know)|did you know|would you (?:say|agree)) that\s+"
    r"|^(?:do you (?:think|believe)|did you know|is it true)\s+(?!that\b)(?=\w)",
    re.IGNORECASE,
)
_TAG = re.compile(
    r"[,;]?\s*(?:,\s*(?:right|correct|no|yes|eh|true or false|true|huh|or not|ok)"
    r"|,\s*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|must|wo|ca)(?:n['’]t)?\s+(?:i|you|he|she|it|we|they|there)"
    r"|\s+or not|,?\s+true or false)\s*$",
    re.IGNORECASE,
)
_SOME = {"anyone": "someone", "anybody": "somebody", "anything": "something"}
_SCENE = re.compile(r",\s+")


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement; `sure` where the rules knew the grammar and did not guess."""

    text: str
    sure: bool


def statement(question: str) -> str:
    """The question as a plain statement, without its question mark; "" for a question without words."""
    return stated(question).text


def stated(question: str) -> Stated:
    """The question as a statement, and whether the rules are sure of it."""
    text = bare(question)
    if not text:
        return Stated("", sure=False)
    language = other_languages.language(question)
    if language != "en":
        return Stated(*other_languages.statement(text, language))
    text = _opened(text)
    scene, question_clause = _scene(text)
    statement = _of_clause(question_clause.split())
    return Stated(capital(scene + statement.text), statement.sure)


def bare(question: str) -> str:
    """A question on one line without its marks and without "right?" or "isn't it?" at its end."""
    text = " ".join(question[:LONGEST].split()).strip('¿¡ "“”„«»')
    text = text.rstrip('?!.…¿¡？！ "“”»')
    return _TAG.sub("", text).rstrip(" ,;")


def capital(text: str) -> str:
    """With a capital first letter, unless the first word has one inside (iPhone, mRNA)."""
    first = text.split(" ", 1)[0]
    return text if any(sign.isupper() for sign in first[1:]) else text[:1].upper() + text[1:]


def opener(token: str) -> tuple[str, bool]:
    """The verb that a token is ("isn't": "is", and that it denies); "" where it opens no question."""
    word = core(token)
    plain = _DENYING.get(word) or (word[:-3] if word.endswith("n't") else word[:-2] if word in {"dont", "isnt"} else word)
    return (plain, word not in {plain, "dose"}) if plain in OPENERS else ("", False)


def _opened(text: str) -> str:
    text = re.sub(r"^(?:so|and|but|then|ok|okay|well|also|hi|hey)[,:]?\s+(?=\S+\s)", "", text, flags=re.IGNORECASE)
    shorter = _THAT.sub("", text)
    return shorter if shorter.strip() else text


def _scene(text: str) -> tuple[str, str]:
    """Split off the phrase before the clause that begins with a verb ("In 2019, ")."""
    if opener(text.split(" ", 1)[0])[0]:
        return "", text
    for comma in _SCENE.finditer(text):
        clause = text[comma.end() :]
        if opener(clause.split(" ", 1)[0])[0]:
            return text[: comma.end()], clause
    return "", text


def _of_clause(tokens: Sequence[str]) -> Stated:
    verb, _ = opener(tokens[0]) if tokens else ("", False)
    if not verb or len(tokens) < 2:
        return Stated(" ".join(tokens), sure=bool(tokens) and not verb)
    following = list(tokens[1:])
    if verb in BE and core(following[0]) == "there":
        return Stated(" ".join((following[0], verb, *following[1:])), sure=True)
    boundary = predicate_cut(following, verb)
    if boundary is None:
        return _unknown(following, verb, tokens)
    return Stated(
        affirmed(_affirmable(following[: boundary.at]), verb, following[boundary.at :], boundary.verb - boundary.at), boundary.sure
    )


def predicate_cut(following: Sequence[str], verb: str) -> Cut | None:
    """Find the end of the subject in the words after the opening verb."""
    kind = Predicate.AFTER_BE if verb in BE else Predicate.PARTICIPLE if verb in HAVE else Predicate.BASE
    return cut(following, kind, verb)


def _affirmable(subject: Sequence[str]) -> list[str]:
    first = core(subject[0])
    return [_SOME.get(first, subject[0]), *subject[1:]]


def affirmed(subject: Sequence[str], verb: str, predicate: Sequence[str], at: int) -> str:
    """Subject, verb and predicate in a statement's order; `at` is the place of the predicate's first full verb."""
    words = list(predicate)
    if any(core(word) == "ever" for word in words[: at + 1]):
        index = next(index for index, word in enumerate(words) if core(word) == "ever")
        del words[index]
        at = max(0, at - (index < at))
    if verb not in DO or any(core(word) in {"not", "n't"} for word in words[: at + 1]):
        return " ".join((*subject, verb, *words))
    words[at] = _inflected(words[at], verb)
    return " ".join((*subject, *words))


def _inflected(token: str, verb: str) -> str:
    """A verb's form after do, does or did, as it stands without them; a form that was inflected already stays or goes to the past."""
    vocabulary = lexicon()
    word = core(token)
    form = vocabulary.verb(word) or (vocabulary.thirds.get(word) if verb != "do" else None) or vocabulary.pasts.get(word)
    if form is None:
        return f"{verb} {token}" if verb != "do" else token
    spelt = {"do": form.base, "does": third_person(form.base), "did": form.past}[verb]
    if form.base == "be":
        spelt = {"do": "are", "does": "is", "did": "was"}[verb]
    start = token.casefold().find(word)
    return token[:start] + spelt + token[start + len(word) :] if start >= 0 else token


def _unknown(following: Sequence[str], verb: str, tokens: Sequence[str]) -> Stated:
    """A clause whose verb is in no list: the verb is the word before the first article that follows one; else nothing is moved."""
    vocabulary = lexicon()
    cores = [core(token) for token in following]
    if verb in BE | HAVE:
        return (
            Stated(f"{following[0]} {verb} {' '.join(following[1:])}", sure=False)
            if len(following) == 2
            else Stated(" ".join(tokens), sure=False)
        )
    for index in range(2, len(cores)):
        is_unbound = not any(vocabulary.has(name, cores[index - 2]) for name in ("prepositions", "determiners", "conjunctions"))
        if vocabulary.has("determiners", cores[index]) and is_unbound and not vocabulary.has("prepositions", cores[index - 1]):
            return Stated(" ".join((*following[: index - 1], verb, *following[index - 1 :])), sure=False)
    if len(following) == 2:
        return Stated(f"{following[0]} {verb} {following[1]}", sure=False)
    return Stated(" ".join(tokens), sure=False)
