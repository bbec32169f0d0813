"""Scores for a predicate that begins at a word: from 0 (impossible) to a little over 3 (very likely)."""

from __future__ import annotations

from collections.abc import Callable

from app.ask.clause_words import Words, blocked
from app.ask.grammatical_number import plural
from app.ask.lexicon import Verb

_BARE = frozenset("help let make dare get please".split())
"""Verbs after which another stands bare: "help fight crime"."""
_PLANS = frozenset(
    """plan plans attempt attempts right rights decision ability effort efforts way ways need desire refusal proposal law bill time place
    moment method chance day tool""".split()
)
"""Nouns to which "to build" belongs."""
_COUNTED = frozenset("top first last next past under over about".split())
_AFTER_HAVE = frozenset("not never ever already always also really actually recently just".split())
_LIKELY, _MAYBE = 3.0, 1.1


def as_base(words: Words, at: int) -> float:
    """Score the word as the verb after do, can or will: a base form, or one that the writer inflected by mistake."""
    verb, penalty = _verb(words, at)
    if verb is None or _quoted(words, at) or (words.cores[at] == "back" and words.after(at) in {"in", "to", "then", "at", "home"}):
        return 0.0
    score = (1.2 if verb.noun else 2.2) - penalty - (1.5 if words.capital(at) else 0)
    score -= 0.8 if words.has("adjectives", at - 1) and not words.capital(at - 1) and words.cores[at - 2 : at - 1] != ["the"] else 0
    following = words.vocabulary.verbs.get(words.after(at))
    score += 0.3 if at + 1 == len(words.cores) else 0.7 if _follows(words, at + 1) else 0
    score -= 1.2 if following and words.cores[at] not in _BARE and not following.noun else 0
    if words.opener in {"do", "does"}:
        score += 0.5 if plural(words.tokens[at - 1 : at]) == (words.opener == "do") else -0.4
    before = [index for index in range(1, at) if _verbal(words, index) and not blocked(words, index)]
    return max(score - 0.35 * len(before), 0.05)


def _verb(words: Words, at: int) -> tuple[Verb | None, float]:
    """The verb whose form stands here, and what a wrong form costs."""
    word = words.cores[at]
    verb = words.vocabulary.verb(word)
    if verb is not None:
        return verb, 0.0
    third = words.vocabulary.thirds.get(word) if words.opener in {"does", "did"} else None
    if third is not None:
        return third, 0.8
    return (words.vocabulary.pasts.get(word) if words.opener == "did" else None), -0.2


def _follows(words: Words, at: int) -> bool:
    """Return True if the next word often follows a verb or an adjective, and seldom a noun."""
    names = ("determiners", "prepositions", "pronouns", "adverbs", "adjectives")
    return any(words.has(name, at) for name in names) or words.capital(at) or (at < len(words.cores) and words.cores[at][:1].isdecimal())


def _quoted(words: Words, at: int) -> bool:
    """Return True if a word is inside quotation marks, after the first."""
    opening_marks = sum(token.startswith(("“", '"', "„", "«")) for token in words.tokens[: at + 1])
    closed = sum(token.rstrip(".,;:!?").endswith(("”", '"', "“", "»")) for token in words.tokens[:at])
    return opening_marks > closed


def _verbal(words: Words, at: int) -> bool:
    word = words.cores[at]
    return word in words.vocabulary.verbs or (words.opener in {"does", "did"} and word in words.vocabulary.thirds)


def as_participle(words: Words, at: int) -> float:
    """Score the word as the participle after "have"."""
    word = words.cores[at]
    if word in words.vocabulary.participles:
        return 2.0
    if word in _AFTER_HAVE:
        return 1.8
    if words.vocabulary.is_participle(word):
        return 1.5
    return 1.0 if word in {"a", "an", "the", "any", "no", "to"} else 0.0


def after_be(words: Words, at: int) -> float:
    """Score the word as what follows "be"; the first rule that applies decides."""
    name_penalty = 1.5 if words.capital(at) and words.capital(at - 1) and at + 1 < len(words.cores) else 0.0
    for rule in _AFTER_BE:
        score = rule(words, at)
        if score is not None:
            return score - name_penalty if score >= _MAYBE else score
    return 0.6 if at + 1 == len(words.cores) else 0.0


def _first_gerund(words: Words, at: int) -> bool:
    """Return True if the word follows a gerund that begins the subject, and so may be its object: "Is banning the book …"."""
    return at == 1 and words.vocabulary.is_gerund(words.cores[0])


def _figure(words: Words, at: int) -> float | None:
    if not words.cores[at][:1].isdecimal():
        return None
    bound = at + 1 == len(words.cores) or words.capital(at - 1) or words.cores[at - 1] in _COUNTED
    return 0.3 if bound else 2.0


def _determiner(words: Words, at: int) -> float | None:
    title = words.capital(at) and not words.capital(at - 1)
    if words.has("relatives", at) or (title and words.has("determiners", at)):
        return 0.5
    if not words.has("determiners", at):
        return None
    has_noun_after = words.has("superlatives", at + 1) or words.has("nouns", at + 1)
    if _first_gerund(words, at) and not has_noun_after:
        return 0.0
    return _LIKELY + (0.5 if has_noun_after and words.vocabulary.is_gerund(words.cores[0]) else 0)


def _adverb(words: Words, at: int) -> float | None:
    if not words.has("adverbs", at):
        return None
    return 0.5 if at + 1 == len(words.cores) else _LIKELY


def _verb_form(words: Words, at: int) -> float | None:
    word = words.cores[at]
    if not (words.vocabulary.is_gerund(word) or words.vocabulary.is_participle(word)):
        return None
    if _first_gerund(words, at) and words.after(at):
        return 0.0
    compound = words.vocabulary.is_gerund(word) and word != "being" and words.vocabulary.is_participle(words.after(at))
    return 1.0 if compound else _LIKELY


def _adjective(words: Words, at: int) -> float | None:
    if not words.has("adjectives", at):
        return None
    ends = not words.after(at) or _follows(words, at + 1) or words.after(at) in {"and", "or", "than"}
    return _LIKELY if ends else _MAYBE


def _preposition(words: Words, at: int) -> float | None:
    word = words.cores[at]
    if word == "to" and words.after(at) in words.vocabulary.verbs:
        return 0.5 if words.cores[at - 1] in _PLANS else 2.0
    if not words.has("prepositions", at):
        return None
    figure = word in {"over", "under", "above", "below"} and words.after(at)[:1].isdecimal()
    return 0.0 if word in {"of", "than"} else 2.0 if figure or word in {"because", "like", "as"} else 1.2


def _noun(words: Words, at: int) -> float | None:
    """ "part of", "proof that" without an article; a capital word behind a small one."""
    if words.has("nouns", at) and not words.has("adjectives", at - 1) and not words.vocabulary.is_gerund(words.cores[at - 1]):
        return 3.2 if words.after(at) in {"of", "for", "that"} else 1.5
    follows_modifier = words.capital(at - 1) or words.has("adjectives", at - 1) or words.has("superlatives", at - 1)
    is_capital_noun = words.capital(at) and not follows_modifier
    return _MAYBE if is_capital_noun else None


_AFTER_BE: tuple[Callable[[Words, int], float | None], ...] = (
    _figure,
    _determiner,
    _adverb,
    _verb_form,
    _adjective,
    _preposition,
    _noun,
)
