"""An answer as it is compared with others: small letters, no article or title, singular, numbers as figures, known names by their key."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from app.ask.aliases import folded, mentions
from app.domain.post_text import cleaned
from app.domain.wordlists import COUNTS, FORMS_OF_ADDRESS, FUNCTION_WORDS, SCALES

_LONGEST = 200
"""Characters of an answer that are compared."""
_EDGES = " \t.,;:!?¿¡…\"“”„«»‘’'()[]{}*_~–—|"
_ARTICLES = frozenset("the a an el la los las un una le les une der die das ein eine o os as um uma".split())
_DOING = frozenset("eating drinking taking using wearing getting having".split())
_PARTICLES = frozenset("von van der den de da di bin al el la le du".split())
_COMPANY = frozenset("ag inc ltd llc corp co gmbh plc sa".split())
_KEY = "ꙮ"
"""A letter that no answer begins with, before the key of a known name."""
_SHOWN = re.compile(r"^(?:the|a|an)\s+(?=\S)", re.IGNORECASE)
_TOKEN = re.compile(r"[$€£¥₹%]|\d+(?:[.,]\d+)*(?:(?:st|nd|rd|th|s)\b)?|[^\W\d_]+(?:['’][^\W\d_]+)*|\d+|\S")
_NUMERAL = re.compile(r"^\d+(?:[.,]\d+)*$")
_ONES = dict(zip("zero one".split(), range(2), strict=True)) | COUNTS
_SCALE = SCALES | {"hundred": 1e2, "millions": 1e6, "billions": 1e9, "thousands": 1e3, "mio": 1e6, "bln": 1e9}
_UNITS = dict(
    pair.split("/")
    for pair in """percent/% pct/% prozent/% dollar/$ dollars/$ usd/$ euro/€ euros/€ eur/€
    pound/£ pounds/£ gbp/£ rupee/₹ rupees/₹""".split()
)
_SIGNS = frozenset("$€£¥₹%")
_SINGULARS = dict(
    pair.split("/")
    for pair in """children/child women/woman men/man people/person mice/mouse teeth/tooth feet/foot geese/goose wolves/wolf knives/knife
    lives/life wives/wife leaves/leaf calves/calf thieves/thief halves/half shelves/shelf loaves/loaf viruses/virus buses/bus
    bacteria/bacterium criteria/criterion media/media oxen/ox lies/lie ties/tie pies/pie movies/movie cookies/cookie zombies/zombie
    species/species series/series news/news diabetes/diabetes measles/measles rabies/rabies""".split()
)
_BINDING = frozenset("in of from at de en von aus".split())


@dataclass(frozen=True, slots=True)
class Compared:
    """`tokens` in order; `turned` with "lab in Wuhan" as "Wuhan lab"; `figures` its numbers and signs; `capital` whether each token but
    those of a known name stood with a capital."""

    tokens: tuple[str, ...]
    turned: tuple[str, ...]
    figures: tuple[str, ...]
    capital: bool

    @property
    def joined(self) -> str:
        """The letters without spaces, by which "Astra Zeneca" is "AstraZeneca"."""
        return "".join(self.tokens)


def shown(answer: str) -> str:
    """An answer as it is shown: one line, no hashtag sign, no punctuation around it; its article stays."""
    text = cleaned(answer[:_LONGEST]).strip(_EDGES)
    return text + "." if re.search(r"(?:^|\W)(?:[^\W\d_]\.)+[^\W\d_]$", text) and answer.strip(" \"“”'")[-1:] == "." else text


def without_article(text: str) -> str:
    """A shown answer without "the" or "a" before it."""
    return _SHOWN.sub("", text)


@lru_cache(maxsize=20_000)
def compared(text: str) -> Compared:
    """Return the form of an answer that is compared with others; cached."""
    return compared_once(text)


def compared_once(text: str) -> Compared:
    """The same of a longer text, which is not kept."""
    with_keys, capital = _with_keys(text)
    tokens = _numbered([_plain(match.group()) for match in _TOKEN.finditer(with_keys)])
    tokens = _trimmed([token for token in tokens if token and (token in _SIGNS or any(sign.isalnum() for sign in token))])
    stems = tuple(token if token.startswith("@") else singular(token) for token in tokens)
    figures = tuple(token for token in stems if token in _SIGNS or any(sign.isdigit() for sign in token))
    return Compared(stems, _turned(stems), figures, capital)


def _with_keys(text: str) -> tuple[str, bool]:
    """The text with known names replaced by a word that no text has, and whether the words are capitalised like a name."""
    parts: list[str] = []
    end = 0
    for mention in mentions(text):
        name_text = text[mention.start : mention.end]
        if folded(name_text) in {folded(name) for name in mention.entity.ambiguous}:
            continue
        parts.extend((text[end : mention.start], f" {_key(mention.entity.key)} "))
        end = mention.end
    parts.append(text[end:])
    words = [word for word in re.findall(r"[^\W\d_]+", _SHOWN.sub("", text)) if word not in _PARTICLES]
    return "".join(parts), bool(words) and words[0][:1].isupper() and words[-1][:1].isupper()


def _key(name: str) -> str:
    """A name of one word as it is, so that its plural and its slips are known; of several words one that no text has."""
    return name if name.isalnum() else _KEY + "".join(filter(str.isalnum, folded(name)))


def _plain(token: str) -> str:
    plain = folded(token)
    return plain.removesuffix("'s").removesuffix("s'") if "'" in plain else plain


def _numbered(tokens: list[str]) -> list[str]:
    """Number words and figures with their scale as one figure; a unit's sign for its word."""
    merged: list[str] = []
    index = 0
    while index < len(tokens):
        value, after = _number(tokens, index)
        if value is not None:
            merged.append(value)
            index = after
            continue
        is_per_cent = tokens[index : index + 2] == ["per", "cent"]
        merged.append("%" if is_per_cent else _UNITS.get(tokens[index], tokens[index]))
        index += 2 if is_per_cent else 1
    if merged and merged[-1] in "$€£₹" and len(merged) > 1:
        merged.insert(0, merged.pop())
    return merged


def _number(tokens: list[str], start: int) -> tuple[str | None, int]:
    """The figure that begins at a place, and the place after it; None where none does."""
    value, after = _small_number(tokens, start)
    if value is None:
        return None, start
    while after < len(tokens) and tokens[after] in _SCALE:
        value, after = value * _SCALE[tokens[after]], after + 1
    return f"{value:.10g}" if value < 1e10 else f"{value:.0f}", after


def _small_number(tokens: list[str], start: int) -> tuple[float | None, int]:
    token = tokens[start]
    if _NUMERAL.match(token):
        return _figure(token), start + 1
    if token == "half" and tokens[start + 1 : start + 2] == ["a"] and tokens[start + 2 : start + 3] and tokens[start + 2] in _SCALE:
        return 0.5, start + 2
    if token in _ONES and token != "one":
        ones_at = start + 1 if tokens[start + 1 : start + 2] != ["-"] else start + 2
        ones_value = _ONES.get(tokens[ones_at], 99) if ones_at < len(tokens) else 99
        return (
            (_ONES[token] + ones_value, ones_at + 1)
            if 20 <= _ONES[token] < 100 and 0 < ones_value < 10
            else (float(_ONES[token]), start + 1)
        )
    if (
        token in {"a", "one"}
        and tokens[start + 1 : start + 2]
        and tokens[start + 1] in _SCALE
        and tokens[start + 1] not in {"m", "k", "bn"}
    ):
        return 1.0, start + 1
    return None, start


def _figure(token: str) -> float:
    """ "3,000,000" and "3.000.000" are three million; one stop or comma with other than three signs behind it is a decimal's."""
    parts = re.split(r"[.,]", token)
    grouped = len(parts) > 1 and all(len(part) == 3 for part in parts[1:]) and (len(parts) > 2 or "," in token) and len(parts[0]) <= 3
    if len(parts) == 1 or grouped:
        return float("".join(parts))
    return float("".join(parts[:-1]) + "." + parts[-1])


def _trimmed(tokens: list[str]) -> list[str]:
    """Without articles and titles before the name, "eating" before what is eaten, a company's form after its name."""
    tokens = ["@" + token[1:] if token.startswith(_KEY) else token for token in tokens]
    start = 0
    while start + 1 < len(tokens) and tokens[start] in (_ARTICLES | FORMS_OF_ADDRESS | {"prime", "chancellor"}):
        start += 1
    if start + 1 < len(tokens) and tokens[start] in _DOING:
        start += 1
    end = len(tokens)
    while end - 1 > start and tokens[end - 1] in _COMPANY:
        end -= 1
    return tokens[start:end]


def singular(word: str) -> str:
    """An English noun's singular; words that are none lose an s that they end in."""
    if word in _SINGULARS:
        return _SINGULARS[word]
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")) or any(sign.isdigit() for sign in word):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("ches", "shes", "xes", "sses", "zes", "oes")) else word[:-1]


def _turned(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """ "lab in Wuhan" as "Wuhan lab": what stands behind the only small word goes to the front."""
    positions = [position for position, token in enumerate(tokens) if token in _BINDING and 0 < position < len(tokens) - 1]
    if len(positions) != 1:
        return tokens
    position = positions[0]
    modifier = tokens[position + 1 :]
    return (*(modifier[1:] if len(modifier) > 1 and modifier[0] in _ARTICLES else modifier), *tokens[:position])


def empty(answer: Compared) -> bool:
    """Return True if an answer names nothing: no letters or digits, or function words only."""
    return all(token in FUNCTION_WORDS - {"no"} or token in _ARTICLES or token in _SIGNS for token in answer.tokens)
