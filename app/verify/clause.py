"""A plain English statement taken apart: what stands before the clause, its subject, its finite verb, and the rest.

No parser: every word that can be a finite verb has a score by its form and its neighbours, and the best one is taken. A statement
whose verb is not found is not taken apart, and then no question is made of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.ask.lexicon import core, lexicon
from app.ask.number import plural
from app.ask.statement import BE, DO, HAVE, MODALS
from app.verify.first_word import is_common
from app.verify.quotation import unquoted, within_quotation

LONGEST = 70
"""Words in which a verb is looked for."""
_SAYING = frozenset("says said claims claimed tweeted told announced admitted wrote warned posted called promised".split())
_BINDING = ("determiners", "prepositions", "conjunctions")
_SCENE = re.compile(
    r"^(?:in|on|at|by|since|during|after|before|under|as|from|between|for|with|according|when|if|while|because"
    r"|amid|over|each|every|despite|although)\b",
    re.IGNORECASE,
)
_DAY = re.compile(
    r"(?:1[5-9]|20)\d\d|january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
)
_PAST = re.compile(r"\b(?:ago|yesterday|last|earlier|in (?:1\d|20)\d\d)\b", re.IGNORECASE)
_COUNTING = frozenset("only few most half two three four five six seven eight nine ten percent third quarter".split())
_STOPS = (",", ";", ":")
_LATER, _QUOTED = 0.07, 1.5
"""What each further word before a verb costs, and a quotation around it."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A statement as words. `opener` is the verb that a question opens with ("did"), `verb` the full verb in its base form behind it, ""
    where the opener is the clause's own verb ("is"). `denied` where "not" or "no" was taken out of it."""

    scene: tuple[str, ...]
    subject: tuple[str, ...]
    opener: str
    verb: str
    rest: tuple[str, ...]
    denied: bool = False


def taken_apart(statement: str) -> Clause | None:
    """The first clause of a statement, None where no verb is found."""
    tokens = unquoted(" ".join(statement.split())).rstrip(".!?… ").split()[:LONGEST]
    scene, tokens = _scene(tokens)
    cores = [token if len(token) > 1 and token.isupper() else core(token) for token in tokens]
    scored = [(_score(tokens, cores, at) - _LATER * at, at) for at in range(1, len(cores))]
    best, at = max(scored, default=(0.0, 0))
    if best <= 0:
        return None
    opener, verb, rest = _opened(tokens, cores, at)
    if not opener or any(core(word) in DO | {"let"} for word in tokens[:1]):
        return None
    set_in, subject = _scene_before(tokens[:at], cores) if not scene else ([], tokens[:at])
    if any(token.endswith((",”", ',"', "”,", '",')) for token in subject):  # what is said, before who says it
        return None
    if len(subject) > 1 and core(subject[-1]) == "never":
        subject, rest = subject[:-1], ["never", *rest]
    kept, denied = (rest, False) if _counts(subject) else _affirmed(rest)
    return Clause(tuple(_small_first([*scene, *set_in])), tuple(lowered(subject)), opener, verb, tuple(kept), denied)


def _scene(tokens: list[str]) -> tuple[list[str], list[str]]:
    """A phrase that sets the scene ("In 2019,"), without its comma, and what comes after it."""
    if not tokens or not _SCENE.match(tokens[0]):
        return [], tokens
    end = next((place for place, token in enumerate(tokens) if token.endswith(",")), -1)
    if not 0 <= end < len(tokens) - 3:
        return [], tokens
    return [*tokens[:end], tokens[end].rstrip(",")], tokens[end + 1 :]


def _scene_before(tokens: list[str], cores: Sequence[str]) -> tuple[list[str], list[str]]:
    """The same without a comma: "In the storm of 1953" before "the water". The subject begins behind a year or month, or else with its last
    determiner or pronoun that no small word stands before."""
    if not tokens or not _SCENE.match(tokens[0]):
        return [], tokens
    known = lexicon()
    begins = [
        place
        for place in range(2, len(tokens))
        if not any(known.has(name, cores[place - 1]) for name in (*_BINDING, "adjectives"))
        and (known.has("determiners", cores[place]) or known.has("pronouns", cores[place]) or _DAY.fullmatch(cores[place - 1]))
    ]
    return (tokens[: begins[-1]], tokens[begins[-1] :]) if begins else ([], tokens)


def _small_first(scene: list[str]) -> list[str]:
    """A scene that no longer stands at the beginning."""
    return [scene[0].lower(), *scene[1:]] if scene else []


def _score(tokens: Sequence[str], cores: Sequence[str], at: int) -> float:
    """How likely the word at this place is the finite verb of the main clause; 0 where it cannot be."""
    known, word = lexicon(), cores[at]
    before = cores[at - 1]
    if (
        tokens[at - 1].startswith(("“", '"'))
        or (word in DO and at == len(cores) - 1)
        or (before in {"to", "not"} and word not in HAVE | BE)
        or (word in _SAYING and before in HAVE | BE)
    ):
        return 0.0
    strength = _strength(word, known.has("adverbs", before))
    if not strength or (any(known.has(name, before) for name in _BINDING) and not (before == "that" and at == 1)):
        return 0.0
    if known.has("relatives", before):
        return strength - 2.0 if at > 1 else strength
    if tokens[at][:1].isupper() and not all(token[:1].isupper() for token in tokens[:at]):
        return 0.0
    if strength < 1.3 and not plural(tokens[:at]):
        return 0.0
    return strength - _QUOTED * within_quotation(tokens, at)


def _strength(word: str, after_adverb: bool) -> float:
    known = lexicon()
    if _plain(word) in BE | MODALS | DO | HAVE:
        return 2.8
    if word in _SAYING:
        return 3.0
    more = 0.5 if after_adverb else 0.0
    if word in known.pasts:
        verb = known.pasts[word]
        return (1.6 if verb.past == verb.participle else 2.6) + more
    if word in known.thirds:
        return (1.6 if known.thirds[word].noun else 2.4) + more
    verb_here = known.verbs.get(word)
    return 0.0 if verb_here is None else (0.6 if verb_here.noun else 1.2) + more


def _plain(word: str) -> str:
    """A helping verb without its n't."""
    return {"won't": "will", "can't": "can", "cannot": "can"}.get(word, word.removesuffix("n't"))


def _opened(tokens: Sequence[str], cores: Sequence[str], at: int) -> tuple[str, str, list[str]]:
    """The verb that opens the question, the full verb behind it, and the rest."""
    known, word, rest = lexicon(), cores[at], list(tokens[at + 1 :])
    plain = _plain(word)
    if plain != word:
        rest = ["not", *rest]
    following = next((one for one in cores[at + 1 : at + 4] if not known.has("adverbs", one)), "")
    if plain in HAVE and not (known.is_participle(following) or following in {"been", "had"}):
        return ("did" if plain == "had" else "does" if plain == "has" else "do"), "have", rest
    if plain in BE | MODALS | HAVE | DO:
        return plain, "", rest
    if word in known.pasts:
        now = known.pasts[word].base == word and plural(tokens[:at]) and not _PAST.search(" ".join(tokens))
        return "do" if now else "did", known.pasts[word].base, rest
    if word in known.thirds:
        return "does", known.thirds[word].base, rest
    return ("do", word, rest) if word in known.verbs else ("", "", rest)


def _counts(subject: Sequence[str]) -> bool:
    """Whether the subject says how many: who of them do not is then another question than who of them do."""
    return any(core(word) in _COUNTING or core(word)[:1].isdigit() for word in subject)


def _affirmed(rest: list[str]) -> tuple[list[str], bool]:
    """The words without their denial near the verb: "no plan" asks for "any plan"."""
    for place, token in enumerate(rest[:3]):
        word = core(token)
        if token.startswith(("“", '"')):
            break
        if word in {"not", "never"}:
            return rest[:place] + (["ever"] if word == "never" else []) + rest[place + 1 :], True
        if word == "no" and core(rest[place + 1] if place + 1 < len(rest) else "") == "longer":
            return [*rest[:place], "still", *rest[place + 2 :]], True
        if word == "no":
            return [*rest[:place], "any", *rest[place + 1 :]], True
    return rest, False


def lowered(tokens: Sequence[str]) -> list[str]:
    """Words that began a sentence, the first in lower case where it is no name."""
    return [tokens[0].lower() if is_common(tokens) else tokens[0], *tokens[1:]] if tokens else []


def ends_early(words: Sequence[str]) -> int:
    """Where the first part of these words ends: before a clause that begins behind a comma, else at their end."""
    for place, word in enumerate(words[:-1], start=1):
        if place >= 4 and word.endswith(_STOPS):
            return place
    return len(words)
