"""A plain English statement taken apart: what stands before the clause, its subject, its finite verb, and the rest.

No parser: every word that can be a finite verb has a score by its form and its neighbours, and the best one is taken. A statement
whose verb is not found is not taken apart, and then no question is made of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.ask.grammatical_number import plural
from app.ask.lexicon import core, lexicon
from app.ask.statement import BE, DO, HAVE, MODALS
from app.verify.clause_split import ASIDE, expand_contractions, first_end, without_aside
from app.verify.quotation import unquoted
from app.verify.sentence_case import is_common
from app.verify.verb import BINDING, finite_verb, without_not

LONGEST = 70
"""Words in which a verb is looked for."""
_SCENE = re.compile(
    r"^(?:in|on|at|by|since|during|after|before|under|as|from|between|for|with|according|when|if|while|because"
    r"|amid|over|each|every|despite|although|until|unlike)\b",
    re.IGNORECASE,
)
_DAY = re.compile(
    r"(?:1[5-9]|20)\d\d|january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
)
_PAST = re.compile(r"\b(?:ago|yesterday|last|earlier|in (?:1\d|20)\d\d)\b", re.IGNORECASE)
_COUNTING = frozenset("only few most half two three four five six seven eight nine ten percent third quarter".split())
_OPENERS = BE | HAVE | MODALS | DO | {"let"}
"""With them a question or an order begins, or a clause whose subject stands elsewhere."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A statement as words. `opener` is the verb that a question opens with ("did"), `verb` the full verb in its base form behind it, ""
    where the opener is the clause's own verb ("is"). `denied` where "not" or "no" was taken out of it."""

    scene: tuple[str, ...]
    subject: tuple[str, ...]
    opener: str
    verb: str
    predicate: tuple[str, ...]
    denied: bool = False


def parse_clause(statement: str) -> Clause | None:
    """The first clause of a statement, None where no verb is found."""
    tokens = expand_contractions(unquoted(" ".join(statement.split())).rstrip(".!?… ").split()[:LONGEST])
    scene, tokens = _scenes(tokens)
    cores = [token if len(token) > 1 and token.isupper() else core(token) for token in tokens]
    tokens, cores = without_aside(tokens, cores)
    end = first_end(tokens, cores)
    best, at = finite_verb(tokens[:end], cores[:end])
    if best > 0:
        tokens, cores = tokens[:end], cores[:end]
    else:
        best, at = finite_verb(tokens, cores)
    if best <= 0:
        return None
    opener, verb, predicate = _opened(tokens, cores, at)
    if not opener or core(tokens[0]) in _OPENERS:
        return None
    set_in, subject = _scene_before(tokens[:at], cores) if not scene else ([], tokens[:at])
    if any(token.endswith((",”", ',"', "”,", '",')) for token in subject):  # what is said, before who says it
        return None
    if len(subject) > 1 and core(subject[-1]) == "never":
        subject, predicate = subject[:-1], ["never", *predicate]
    subject, is_negative = _anybody(subject)
    affirmed, denied = (predicate, is_negative) if is_negative or _counts(subject) else _affirmed(predicate)
    return Clause(tuple(_small_first([*scene, *set_in])), tuple(lowered(subject)), opener, verb, tuple(affirmed), denied)


def _scenes(tokens: list[str]) -> tuple[list[str], list[str]]:
    """Split off the introductory phrase, together with an aside after it ("In 2019, although it rained, the mayor …")."""
    scene, after = _scene(tokens)
    if not scene or core(after[0]) not in ASIDE:
        return scene, after
    scene_phrase, after_aside = _scene(after)
    return ([*scene, *scene_phrase], after_aside) if scene_phrase else ([], tokens)  # else what seemed the scene is the clause


def _scene(tokens: list[str]) -> tuple[list[str], list[str]]:
    """A phrase that sets the scene ("In 2019,"), without its comma, and what comes after it."""
    if not tokens or not _SCENE.match(tokens[0]):
        return [], tokens
    end = next((index for index, token in enumerate(tokens) if token.endswith(",")), -1)
    if not 0 <= end < len(tokens) - 3:
        return [], tokens
    return [*tokens[:end], tokens[end].rstrip(",")], tokens[end + 1 :]


def _scene_before(tokens: list[str], cores: Sequence[str]) -> tuple[list[str], list[str]]:
    """The same without a comma: "In the storm of 1953" before "the water". The subject begins behind a year or month, or else with its last
    determiner or pronoun that no small word stands before."""
    if not tokens or not _SCENE.match(tokens[0]):
        return [], tokens
    vocabulary = lexicon()
    begins = [
        index
        for index in range(2, len(tokens))
        if not any(vocabulary.has(name, cores[index - 1]) for name in (*BINDING, "adjectives"))
        and (vocabulary.has("determiners", cores[index]) or vocabulary.has("pronouns", cores[index]) or _DAY.fullmatch(cores[index - 1]))
    ]
    return (tokens[: begins[-1]], tokens[begins[-1] :]) if begins else ([], tokens)


def _small_first(scene: list[str]) -> list[str]:
    """A scene that no longer stands at the beginning."""
    return [scene[0].lower(), *scene[1:]] if scene else []


def _opened(tokens: Sequence[str], cores: Sequence[str], at: int) -> tuple[str, str, list[str]]:
    """The verb that opens the question, the full verb behind it, and the rest."""
    vocabulary, word, predicate = lexicon(), cores[at], list(tokens[at + 1 :])
    plain = without_not(word)
    if plain != word:
        predicate = ["not", *predicate]
    following = next((next_word for next_word in cores[at + 1 : at + 4] if not vocabulary.has("adverbs", next_word)), "")
    if plain in HAVE and not [next_word for next_word in predicate if core(next_word) != "not"]:
        return "", "", predicate
    if plain in HAVE and not (vocabulary.is_participle(following) or following in {"been", "had"}):
        return ("did" if plain == "had" else "does" if plain == "has" else "do"), "have", predicate
    if plain in BE | MODALS | HAVE | DO:
        return plain, "", predicate
    if word in vocabulary.pasts:
        now = vocabulary.pasts[word].base == word and plural(tokens[:at]) and not _PAST.search(" ".join(tokens))
        return "do" if now else "did", vocabulary.pasts[word].base, predicate
    if word in vocabulary.thirds:
        return "does", vocabulary.thirds[word].base, predicate
    return ("do", word, predicate) if word in vocabulary.verbs else ("", "", predicate)


def _anybody(subject: list[str]) -> tuple[list[str], bool]:
    """Turn a denial of everybody ("not one senator", "not a single senator") into "any senator"; the flag says whether it did."""
    words = [core(word) for word in subject[:3]]
    replaced = 3 if words == ["not", "a", "single"] else 2 if words[:2] == ["not", "one"] else 0
    return (["any", *subject[replaced:]], True) if replaced and len(subject) > replaced else (subject, False)


def _counts(subject: Sequence[str]) -> bool:
    """Return True if the subject gives a number: a denial then asks another question than the affirmation."""
    return any(core(word) in _COUNTING or core(word)[:1].isdigit() for word in subject)


def _affirmed(predicate: list[str]) -> tuple[list[str], bool]:
    """The words without their denial near the verb: "no plan" asks for "any plan"."""
    for index, token in enumerate(predicate[:3]):
        word = core(token)
        if token.startswith(("“", '"')):
            break
        if word in {"not", "never"}:
            return predicate[:index] + (["ever"] if word == "never" else []) + predicate[index + 1 :], True
        if word == "no" and core(predicate[index + 1] if index + 1 < len(predicate) else "") == "longer":
            return [*predicate[:index], "still", *predicate[index + 2 :]], True
        if word == "no":
            return [*predicate[:index], "any", *predicate[index + 1 :]], True
    return predicate, False


def lowered(tokens: Sequence[str]) -> list[str]:
    """Words that began a sentence, the first in lower case where it is no name."""
    return [tokens[0].lower() if is_common(tokens) else tokens[0], *tokens[1:]] if tokens else []
