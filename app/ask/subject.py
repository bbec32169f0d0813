"""Where the subject of an English question ends and its predicate begins, from the words alone.

Every place between two words gets a score for the word after it (a verb's form, an adjective, "a", a preposition) and for its
neighbours; the best place wins, the earlier one of equals. No parser: a place that only a guess supports is said to be unsure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from app.ask.lexicon import Lexicon, core, lexicon

_LONGEST = 60
"""Words in which a subject's end is looked for."""
_BARE = frozenset("help let make dare get please".split())
"""Verbs after which another stands bare: "help fight crime"."""
_PLANS = frozenset(
    "plan plans attempt attempts right rights decision ability effort efforts way ways need desire refusal proposal law bill time place moment method chance day tool".split()
)
_COUNTED = frozenset("top first last next past under over about".split())
_SURE = 1.0


class Predicate(Enum):
    """What a predicate begins with after the verb that opens the question: base form after do and can, participle after have, all after be."""

    BASE = auto()
    PARTICIPLE = auto()
    AFTER_BE = auto()


@dataclass(frozen=True, slots=True)
class Cut:
    """The subject is the first `at` words; `verb` is the place of the predicate's first verb or adjective, after adverbs."""

    at: int
    verb: int
    sure: bool


@dataclass(frozen=True, slots=True)
class _Words:
    tokens: Sequence[str]
    cores: Sequence[str]
    opener: str
    known: Lexicon

    def has(self, name: str, at: int) -> bool:
        return 0 <= at < len(self.cores) and self.known.has(name, self.cores[at])

    def capital(self, at: int) -> bool:
        return 0 <= at < len(self.tokens) and self.tokens[at][:1].isupper()


def cut(tokens: Sequence[str], predicate: Predicate, opener: str = "") -> Cut | None:
    """The subject's end in the words after the opening verb; None where no place is likely, or there are no two words."""
    shouted = all(token.upper() == token for token in tokens)
    cores = [core(token).upper() if _initials(token) and not shouted else core(token) for token in tokens[:_LONGEST]]
    words = _Words(tokens[:_LONGEST], cores, opener, lexicon())
    if len(words.cores) < 2:
        return None
    if words.has("pronouns", 0) and words.cores[0] not in {"this", "that"} | _INDEFINITE:
        return _at(words, 1, sure=True)
    score: Callable[[_Words, int], float] = {
        Predicate.BASE: _as_base,
        Predicate.PARTICIPLE: _as_participle,
        Predicate.AFTER_BE: _after_be,
    }[predicate]
    scored = [(score(words, at) - 0.01 * at, -at) for at in range(1, len(words.cores)) if not _blocked(words, at)]
    best, place = max(scored, default=(0.0, 0))
    return _at(words, -place, sure=best >= _SURE) if best > 0 else None


_INDEFINITE = frozenset("everyone everybody anyone anybody someone somebody nobody everything something anything nothing".split())


def _initials(token: str) -> bool:
    """Whether a token is an abbreviation, which is none of the small words: "the WHO", "US"."""
    return len(core(token)) > 1 and token.isupper()


def _at(words: _Words, place: int, *, sure: bool) -> Cut:
    """The cut before the adverbs that stand before a predicate's first word."""
    at = verb = place
    while at > 1 and words.has("adverbs", at - 1) and not words.has("determiners", at - 2):
        at -= 1
    while verb + 1 < len(words.cores) and words.has("adverbs", verb) and words.cores[verb] not in words.known.verbs:
        verb += 1
    return Cut(at, verb, sure)


def _blocked(words: _Words, at: int) -> bool:
    """Whether the word at this place is bound to the one before it, or nothing before it can be a subject."""
    before = words.cores[at - 1]
    if before in {"this", "that", "these", "those", "all", "both", "some", "many", "most", "few", "one"}:
        alone = at == 1 and not _noun_like(words, at)
    else:
        alone = False
    bound = words.has("determiners", at - 1) or words.has("prepositions", at - 1) or words.has("conjunctions", at - 1)
    bound = bound or before.casefold().endswith(("'s", "s'")) or words.tokens[at - 1].endswith(("s'", "s’")) or _counted(words, at)
    return (bound and not alone) or not (alone or _has_noun(words, at)) or _in_relative(words, at)


def _counted(words: _Words, at: int) -> bool:
    """Whether a figure before this word counts it: "60 tests", but not in "of 1931 stolen" nor before a word that is only a verb."""
    verb = words.known.verbs.get(words.cores[at])
    year = len(words.cores[at - 1]) == 4 and words.cores[at - 1].startswith(("19", "20"))
    free = year or words.has("prepositions", at - 2) or words.has("determiners", at)
    return words.cores[at - 1].isdecimal() and not free and (verb is None or verb.noun)


def _noun_like(words: _Words, at: int) -> bool:
    word = words.cores[at]
    known = words.known
    return not (
        any(known.has(name, word) for name in ("adjectives", "adverbs", "determiners", "prepositions"))
        or known.is_participle(word)
        or known.is_gerund(word)
        or word in known.verbs
    )


def _has_noun(words: _Words, at: int) -> bool:
    """Whether what stands before this place can be a subject: it has more than articles, adverbs and adjectives."""
    if at >= 2 and words.cores[0] == "the" and not words.has("adverbs", at - 1):
        return True
    return any(
        words.capital(place)
        or words.has("pronouns", place)
        or not any(words.has(name, place) for name in ("determiners", "adjectives", "adverbs", "prepositions"))
        and not (words.known.is_participle(words.cores[place]) and place + 1 == at)
        for place in range(at)
    )


def _in_relative(words: _Words, at: int) -> bool:
    """Whether this is the first verb after "who", "that" or "which" inside the subject."""
    for place in range(at - 1, 0, -1):
        if words.has("relatives", place):
            between = words.cores[place + 1 : at]
            return not any(_finite(words.known, word) for word in between)
    return False


def _finite(known: Lexicon, word: str) -> bool:
    return word in known.verbs or word in known.thirds or word in known.pasts or word in {"are", "can", "could", "will", "would", "has"}


def plural(words_before: Sequence[str]) -> bool:
    """Whether a noun phrase speaks of several, by its last word before "of" and the like, or by "and"."""
    known = lexicon()
    cores = [core(word) for word in words_before]
    if "and" in cores and not any(known.has("prepositions", word) for word in cores[: cores.index("and")]):
        return True
    head = next((place for place, word in enumerate(cores) if place and known.has("prepositions", word)), len(cores))
    last = cores[head - 1] if head else ""
    if known.has("plurals", last) or known.has("demonyms", last):
        return True
    return len(last) > 3 and last.endswith("s") and not last.endswith(("ss", "us", "is", "'s", "news", "ics"))


def _follows(words: _Words, at: int) -> bool:
    """Whether what comes next is what follows a verb or an adjective and seldom a noun."""
    names = ("determiners", "prepositions", "pronouns", "adverbs", "adjectives")
    return any(words.has(name, at) for name in names) or words.capital(at) or (at < len(words.cores) and words.cores[at][:1].isdecimal())


def _as_base(words: _Words, at: int) -> float:
    word = words.cores[at]
    following_word = words.cores[at + 1] if at + 1 < len(words.cores) else ""
    if _quoted(words, at) or (word == "back" and following_word in {"in", "to", "then", "at", "home"}):
        return 0.0
    verb = words.known.verb(word)
    score = 0.0
    if verb is None:
        wrong = words.known.thirds.get(word) if words.opener in {"does", "did"} else None
        verb = wrong or (words.known.pasts.get(word) if words.opener == "did" else None)
        score = -0.8 if wrong else 0.2
    if verb is None:
        return 0.0
    score += (1.2 if verb.noun else 2.2) - (1.5 if words.capital(at) else 0)
    score -= 0.8 if words.has("adjectives", at - 1) and not words.capital(at - 1) and words.cores[at - 2 : at - 1] != ["the"] else 0
    last = at + 1 == len(words.cores)
    score += 0.3 if last else 0.7 if _follows(words, at + 1) else 0
    following = None if last else words.known.verbs.get(words.cores[at + 1])
    score -= 1.2 if following and word not in _BARE and not following.noun else 0
    if words.opener in {"do", "does"}:
        several = plural(words.tokens[max(0, at - 1) : at])
        score += 0.5 if several == (words.opener == "do") else -0.4
    before = [place for place in range(1, at) if _verbal(words, place) and not _blocked(words, place)]
    return max(score - 0.35 * len(before), 0.05)


def _quoted(words: _Words, at: int) -> bool:
    """Whether a word stands inside quotation marks, behind the first."""
    opened = sum(token.startswith(("“", '"', "„", "«")) for token in words.tokens[: at + 1])
    closed = sum(token.rstrip(".,;:!?").endswith(("”", '"', "“", "»")) for token in words.tokens[:at])
    return opened > closed


def _verbal(words: _Words, at: int) -> bool:
    word = words.cores[at]
    return word in words.known.verbs or (words.opener in {"does", "did"} and word in words.known.thirds)


def _as_participle(words: _Words, at: int) -> float:
    word = words.cores[at]
    if word in words.known.participles or word == "been":
        return 2.0 if words.known.is_participle(word) else 0.0
    if word in {"not", "never", "ever", "already", "always", "also", "really", "actually", "recently", "just"}:
        return 1.8
    if words.known.is_participle(word):
        return 1.5
    return 1.0 if word in {"a", "an", "the", "any", "no", "to"} else 0.0


def _after_be(words: _Words, at: int) -> float:
    word = words.cores[at]
    last = at + 1 == len(words.cores)
    gerund_subject = words.known.is_gerund(words.cores[0]) and at == 1
    named = 1.5 if words.capital(at) and words.capital(at - 1) and not last else 0.0
    if words.has("relatives", at):
        return 0.5
    if word[:1].isdecimal():
        return 0.3 if last or words.capital(at - 1) or words.cores[at - 1] in _COUNTED else 2.0
    if words.has("determiners", at):
        great = at + 1 < len(words.cores) and (words.has("superlatives", at + 1) or words.has("nouns", at + 1))
        return (0.0 if gerund_subject and not great else 3.0 - named) + (0.5 if great and words.known.is_gerund(words.cores[0]) else 0)
    if words.has("adverbs", at):
        return 0.5 if last else 3.0
    if words.known.is_gerund(word) or words.known.is_participle(word):
        done = not last and words.known.is_gerund(word) and word != "being" and words.known.is_participle(words.cores[at + 1])
        return 0.0 if gerund_subject and not last else 1.0 if done else 3.0 - named
    if words.has("adjectives", at):
        return 3.0 - named if last or _follows(words, at + 1) or words.cores[at + 1] in {"and", "or", "than"} else 1.1 - named
    if word == "to" and at + 1 < len(words.cores) and words.cores[at + 1] in words.known.verbs:
        return 0.5 if words.cores[at - 1] in _PLANS else 2.0
    if words.has("prepositions", at):
        figure = word in {"over", "under", "above", "below"} and not last and words.cores[at + 1][:1].isdecimal()
        return 0.0 if word in {"of", "than"} else 2.0 if figure or word in {"because", "like", "as"} else 1.2
    if words.has("nouns", at) and not words.has("adjectives", at - 1) and not words.known.is_gerund(words.cores[at - 1]):
        return 3.2 if words.cores[at + 1 : at + 2] in (["of"], ["for"], ["that"]) else 1.5
    if words.capital(at) and not words.capital(at - 1) and not words.has("adjectives", at - 1):
        return 1.1
    return 0.6 if last and not named else 0.0
