"""Questions made of a claim's own words by turning its clause round: "Did the mayor sell the bridge?", "How many bridges did … sell?"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.ask.lexicon import core, lexicon
from app.ask.statement import BE
from app.verify.clause import Clause
from app.verify.quotation import whole_marks

_NUMBER = re.compile(r"^[~$£€₹]?\d[\d,.]*(?:%|bn|m|k|st|nd|rd|th)?$", re.IGNORECASE)
_UNITS = "one two three four five six seven eight nine"
_IN_WORDS = re.compile(
    r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
    rf"|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-(?:{_UNITS.replace(' ', '|')}))?)"
)
"""A number in words; "one" is left out, since it is as often a pronoun."""
_SCALES = frozenset("hundred thousand million billion trillion lakh crore dozen".split())
_SHARES = frozenset("percent percentage per".split())
_MONEY = frozenset("dollars euros pounds rupees naira rand shillings pesos".split())
_PAYING = frozenset("cost pay spend earn owe raise lose save borrow make".split())
"""A number alone behind them is an amount."""
_NOBODY = frozenset("nobody none nothing neither no".split())
_ARTICLES = frozenset("a an the this that".split())
_LASTING = frozenset("exist have own know believe live mean contain include belong want like love hate need cost weigh seem remain".split())
"""Verbs of states, which have no day."""
_VAGUE = frozenset("about around nearly almost over under more less than least most only just exactly approximately roughly some".split())
_VAGUE_PAIRS = frozenset({("at", "least"), ("at", "most"), ("up", "to"), ("close", "to")})
_WHEN = re.compile(
    r"\b(?:in|on|by|since|during) (?:(?:early|late|mid|the) )?(?:january|february|march|april|may|june|july|august|september|october"
    r"|november|december|\d{4}|\d{1,2} \w+ \d{4})\b[ ,\d]*",
    re.IGNORECASE,
)


def yes_no(clause: Clause) -> str:
    """The clause as a question that is answered by yes or no."""
    verb, predicate = [clause.verb] if clause.verb else [], list(clause.predicate)
    if verb and predicate[:1] == ["ever"]:
        verb, predicate = ["ever", *verb], predicate[1:]
    return question_of([clause.opener, *clause.subject, *verb, *predicate, *clause.scene])


def question_of(words: Sequence[str]) -> str:
    """The words as one question."""
    text = whole_marks(re.sub(r"\s+", " ", " ".join(words)).strip(" ,;:.")).strip(" ,;:.")
    text = re.sub(r"[.,]([”\"])$", r"\1", text)
    return f"{text[:1].upper()}{text[1:]}?" if text else ""


def how_many(clause: Clause) -> str | None:
    """A question for the first number behind the verb, None where there is none."""
    number = number_span(clause.predicate)
    if number is None or (number[0] and core(clause.predicate[number[0] - 1]) in _ARTICLES):
        return None
    first, after = number
    noun_ends = _noun_end(clause.predicate, after)
    question_words = _asking([core(word) for word in clause.predicate[first:after]], clause.predicate[after:noun_ends])
    if question_words == ["How", "many"]:
        if clause.verb not in _PAYING and (clause.verb or clause.opener not in BE):
            return None
        question_words = ["How", "much"]
    if any(_superlative(core(word)) for word in clause.predicate[:first]) and clause.predicate[first - 1 : first] in (
        ("in",),
        ("for",),
    ):
        return None  # "the highest in forty years" counts nothing
    verb = [clause.verb] if clause.verb else []
    before, after_noun = clause.predicate[:first], clause.predicate[noun_ends:]
    words = [*question_words, clause.opener, *clause.subject, *verb, *before, *after_noun]
    hanging = before and not after_noun and lexicon().has("prepositions", core(before[-1]))
    if hanging and core(before[-1]) == "in":
        return question_of(["In", words[0].lower(), *words[1 : -len(before)], *before[:-1], *clause.scene])
    if hanging and clause.scene:
        return question_of([*clause.scene[:-1], f"{clause.scene[-1]},", words[0].lower(), *words[1:]])
    return question_of([*words, *clause.scene])


def _superlative(word: str) -> bool:
    vocabulary, stem = lexicon(), word.removesuffix("est")
    return vocabulary.has("superlatives", word) or (
        stem != word and any(vocabulary.has("adjectives", positive) for positive in (stem, stem + "e", stem[:-1] + "y"))
    )


def number_of_subject(clause: Clause) -> str | None:
    """A question for a number that the subject opens with: "How many prisoners were freed?"."""
    number = number_span(clause.subject)
    if number is None or number[0] > 0:
        return None
    noun = clause.subject[number[1] :]
    question_words = _asking([core(word) for word in clause.subject[: number[1]]], noun)
    verb = [clause.verb] if clause.verb else []
    opener = [] if clause.verb and clause.opener == "do" and not clause.denied else [clause.opener]
    return question_of([*question_words, *opener, *verb, *clause.predicate, *clause.scene]) if noun else None


def when(clause: Clause) -> str | None:
    """Return a question for the time of the clause's event; None for states, for events without a subject, and outside the past."""
    if clause.opener not in {"did", "was", "were"} or clause.denied or any(core(word) in _NOBODY for word in clause.subject[:1]):
        return None
    if clause.verb in _LASTING or (not clause.verb and not _is_event(clause.predicate)):
        return None
    text = " ".join([clause.opener, *clause.subject, *([clause.verb] if clause.verb else []), *clause.predicate])
    return question_of(["When", *_WHEN.sub("", text).split()])


def _is_event(predicate: Sequence[str]) -> bool:
    """Return True if the words after "was" tell an event, not a state."""
    vocabulary = lexicon()
    words = [word for word in predicate if not vocabulary.has("adverbs", core(word))]
    return bool(words) and vocabulary.is_participle(core(words[0]))


def number_span(words: Sequence[str]) -> tuple[int, int] | None:
    """(first, after) of the first number with the words that belong to it; a year is none."""
    for index, word in enumerate(words):
        bare_word = core(word)
        if not (_NUMBER.match(bare_word) or _IN_WORDS.fullmatch(bare_word)) or (len(bare_word) == 4 and bare_word[:2] in {"19", "20"}):
            continue
        first, after = index, index + 1
        first = _vague_before(words, first)
        while after < len(words) and core(words[after]) in _SCALES | _SHARES | {"cent"} and not words[after - 1].endswith(","):
            after += 1
        return first, after
    return None


def _vague_before(words: Sequence[str], first: int) -> int:
    """Return the start of the words before a number that say how exact it is ("at least", "more than")."""
    while first > 0:
        if first > 1 and (core(words[first - 2]), core(words[first - 1])) in _VAGUE_PAIRS:
            first -= 2
        elif core(words[first - 1]) in _VAGUE:
            first -= 1
        else:
            break
    return first


def _asking(number: Sequence[str], noun: Sequence[str]) -> list[str]:
    share = any(word.endswith("%") or word in _SHARES for word in number)
    if share:
        return ["What", "percentage", *noun]
    money = any(word[:1] in "$£€₹" for word in number) or any(core(word) in _MONEY for word in noun)
    return ["How", "much", "money"] if money else ["How", "many", *(word.rstrip(",;") for word in noun)]


def _noun_end(words: Sequence[str], start: int) -> int:
    """Return the end of the noun after a number: before a function word, a comma or a participle."""
    vocabulary, end = lexicon(), start
    if start < len(words) and core(words[start]) == "of":
        end = start + 1
        while end < len(words) and (vocabulary.has("determiners", core(words[end])) or end == start + 1):
            end += 1
    while end < len(words) and end - start < 5:
        word = core(words[end])
        if word == "of" and end > start and words[end + 1 : end + 2] and not vocabulary.has("determiners", core(words[end + 1])):
            end += 2
            continue
        small = any(vocabulary.has(name, word) for name in ("prepositions", "conjunctions", "determiners", "pronouns", "relatives"))
        if small or word in vocabulary.gerunds or (end > start and vocabulary.is_participle(word)):
            break
        end += 1
        if words[end - 1].endswith((",", ";")):
            break
    return end
