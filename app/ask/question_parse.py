"""Parse a question: its question word, the noun with it, and the rest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.ask.lexicon import Lexicon, core, lexicon
from app.ask.statement import opener

WORDS = frozenset("what which who whom whose where when why how".split())
_ADVERBIAL = frozenset("where when why how".split())
_SHORT = re.compile(r"\b(who|what|where|when|how|why)['’]?s\b(?=\s)", re.IGNORECASE)
_SCENE = re.compile(r",\s+")


@dataclass(frozen=True, slots=True)
class ParsedQuestion:
    """`word` is the question word ("how many" and "how much" whole, "how" with `measure` for "how old"), `noun` what it asks for
    ("city"), `preposition` what stands before it ("in which city"), `predicate` the words from the verb on. Where the question word stands
    inside its clause ("It came from which bank?"), `before` is what precedes it. `scene` is a phrase before the question, with its comma.
    """

    word: str
    noun: tuple[str, ...]
    predicate: tuple[str, ...]
    before: tuple[str, ...] = ()
    scene: str = ""
    preposition: str = ""
    measure: str = ""

    @property
    def adverbial(self) -> bool:
        """Return True if the answer says where, when, why or how, and is no object of the verb."""
        return self.word in _ADVERBIAL and not self.measure

    @property
    def takes_subject(self) -> bool:
        """Return True if the answer may be the subject."""
        return not self.preposition and self.word in {"what", "which", "who", "whose", "how many", "how much"}


def asked_for(text: str) -> ParsedQuestion | None:
    """Parse a question without its marks; None if it has no question word."""
    plain = _SHORT.sub(r"\1 is", text)
    plain = re.sub(r"^(?:so|and|but|then|ok|okay|well|also)[,:]?\s+(?=\S+\s)", "", plain, flags=re.IGNORECASE)
    scene, clause = _scene(plain)
    tokens = clause.split()
    vocabulary = lexicon()
    start = _starts(tokens, vocabulary)
    if start is not None:
        return _read(tokens, start, scene, vocabulary)
    inside = next((at for at, token in enumerate(tokens) if _wordlike(token) and at), None)
    return None if inside is None else _inside(tokens, inside, scene, vocabulary)


def _wordlike(token: str) -> bool:
    return core(token) in WORDS


def _starts(tokens: Sequence[str], vocabulary: Lexicon) -> int | None:
    if tokens and _wordlike(tokens[0]):
        return 0
    if len(tokens) > 1 and vocabulary.has("prepositions", core(tokens[0])) and _wordlike(tokens[1]):
        return 1
    return None


def _scene(text: str) -> tuple[str, str]:
    vocabulary = lexicon()
    if _starts(text.split()[:2], vocabulary) is not None:
        return "", text
    for comma in _SCENE.finditer(text):
        if _starts(text[comma.end() :].split()[:2], vocabulary) is not None:
            return text[: comma.end()], text[comma.end() :]
    return "", text


def _read(tokens: Sequence[str], start: int, scene: str, vocabulary: Lexicon) -> ParsedQuestion:
    word = core(tokens[start])
    preposition = tokens[0].lower() if start else ""
    following = list(tokens[start + 1 :])
    if word == "how" and following:
        second = core(following[0])
        if second in {"many", "much"}:
            return _with_noun(f"how {second}", following[1:], scene, preposition, vocabulary)
        if second in {"often", "long", "far"} or (vocabulary.has("adjectives", second) and not opener(following[0])[0]):
            return ParsedQuestion("how", (), tuple(following[1:]), scene=scene, preposition=preposition, measure=following[0])
    if word in {"what", "which", "whose"}:
        return _with_noun(word, following, scene, preposition, vocabulary)
    return ParsedQuestion("who" if word == "whom" else word, (), tuple(following), scene=scene, preposition=preposition)


def _with_noun(word: str, following: Sequence[str], scene: str, preposition: str, vocabulary: Lexicon) -> ParsedQuestion:
    end = _noun_end(following, word, vocabulary)
    return ParsedQuestion(word, tuple(following[:end]), tuple(following[end:]), scene=scene, preposition=preposition)


def _noun_end(following: Sequence[str], word: str, vocabulary: Lexicon) -> int:
    """Count the words of the noun: up to the verb, or up to an auxiliary before any other verb."""
    cores = [core(token) for token in following]
    if not cores or opener(following[0])[0]:
        return 0
    if word in {"what", "how much"} and _verb_first(cores, vocabulary):
        return 0
    auxiliary = next((at for at, token in enumerate(following) if opener(token)[0]), len(following))
    for at in range(1, auxiliary):
        can_begin_verb = not vocabulary.has("prepositions", cores[at - 1]) and not vocabulary.has("determiners", cores[at - 1])
        if (
            can_begin_verb
            and not _plural_before_verb(cores, at, vocabulary)
            and _finite(cores, at, vocabulary, sure=auxiliary < len(following))
        ):
            return _before_adverbs(cores, at, vocabulary)
    return _before_adverbs(cores, auxiliary, vocabulary) if auxiliary < len(following) else auxiliary


def _before_adverbs(cores: Sequence[str], at: int, vocabulary: Lexicon) -> int:
    while at > 1 and (vocabulary.has("adverbs", cores[at - 1]) or cores[at - 1] in {"first", "last"}):
        at -= 1
    return at


def _plural_before_verb(cores: Sequence[str], at: int, vocabulary: Lexicon) -> bool:
    """Return True for a plural noun that looks like a verb, because its own verb follows: "which forces act"."""
    noun = vocabulary.thirds.get(cores[at])
    following = next((word for word in cores[at + 1 :] if not vocabulary.has("adverbs", word)), "")
    return noun is not None and noun.noun and (vocabulary.verb(following) is not None or following in vocabulary.pasts)


def _finite(cores: Sequence[str], at: int, vocabulary: Lexicon, *, sure: bool) -> bool:
    """Return True for a finite verb. With `sure`, words that are as often nouns count only if an object follows."""
    word = cores[at]
    verb = vocabulary.verb(word) or vocabulary.thirds.get(word) or vocabulary.pasts.get(word)
    if verb is None:
        return word.endswith("ed") and at + 1 < len(cores) and vocabulary.has("determiners", cores[at + 1])
    following = cores[at + 1] if at + 1 < len(cores) else ""
    if vocabulary.has("prepositions", following) and following == "of":
        return False
    object_follows = any(vocabulary.has(name, following) for name in ("determiners", "pronouns"))
    past = word == verb.past != verb.base
    return past or not (sure and verb.noun) or object_follows


def _verb_first(cores: Sequence[str], vocabulary: Lexicon) -> bool:
    """Return True if "what" is followed by its verb ("what causes migraine") and not by a noun ("what drugs help")."""
    following = cores[1] if len(cores) > 1 else ""
    if cores[0] in vocabulary.thirds and vocabulary.thirds[cores[0]].noun:
        verbal = (
            vocabulary.verb(following) is not None
            or following in vocabulary.pasts
            or following in vocabulary.thirds
            or bool(opener(following)[0])
        )
        return bool(following) and not (verbal and following != "of")
    unknown = cores[0].endswith(("ed", "s")) and (vocabulary.has("determiners", following) or vocabulary.has("pronouns", following))
    return _finite(cores, 0, vocabulary, sure=True) or unknown


def _inside(tokens: Sequence[str], at: int, scene: str, vocabulary: Lexicon) -> ParsedQuestion:
    """A question word inside its clause; the noun with it goes on to the next small word or verb."""
    word = core(tokens[at])
    end = at + 1
    if word == "how" and core("".join(tokens[end : end + 1])) in {"many", "much"}:
        word, end = f"how {core(tokens[end])}", end + 1
    start = end
    if word not in {"what", "which", "whose", "how many", "how much"}:
        return ParsedQuestion(word, (), tuple(tokens[end:]), before=tuple(tokens[:at]), scene=scene)
    while end < len(tokens) and not _ends_noun(tokens, end, vocabulary):
        end += 1
        if tokens[end - 1].endswith(","):
            break
    if end < len(tokens) and core(tokens[end]) == "of" and (end > start or word != "what"):
        end = _of_phrase(tokens, end + 1, vocabulary)
    return ParsedQuestion(word, tuple(tokens[start:end]), tuple(tokens[end:]), before=tuple(tokens[:at]), scene=scene)


def _ends_noun(tokens: Sequence[str], at: int, vocabulary: Lexicon) -> bool:
    word = core(tokens[at])
    small = any(vocabulary.has(name, word) for name in ("prepositions", "conjunctions", "determiners", "pronouns", "adverbs"))
    verb = vocabulary.verbs.get(word) or vocabulary.thirds.get(word)
    return (
        small
        or bool(opener(tokens[at])[0])
        or vocabulary.is_gerund(word)
        or vocabulary.is_participle(word)
        or (verb is not None and not verb.noun)
    )


def _of_phrase(tokens: Sequence[str], at: int, vocabulary: Lexicon) -> int:
    """The end of what "of" brings: an article and the words up to the next small word."""
    while at < len(tokens) and vocabulary.has("determiners", core(tokens[at])):
        at += 1
    while at < len(tokens) and not any(vocabulary.has(name, core(tokens[at])) for name in ("prepositions", "conjunctions", "determiners")):
        at += 1
    return at
