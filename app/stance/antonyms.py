"""Pairs of texts that differ by a word and its antonym alone, or by the order of a comparison (English).

A small network takes “Taxes will be lowered” for agreement with “Taxes will be raised”, since all else is alike, and “Wind costs more than
coal” for agreement with “Coal costs more than wind”, since all words are. Such pairs are not judged. Words cannot tell more: some of these
pairs deny each other (“raised” and “lowered”), others are about two things (“north” and “south”).
"""

from __future__ import annotations

from itertools import product

from app.domain.wording import negation_differs, wording

_PAIRS = """
up down|increase decrease|increased decreased|increases decreases|increasing decreasing|rise fall|rose fell|rises falls|risen fallen
rising falling|raise lower|raised lowered|raises lowers|raising lowering|raise cut|raised cut|raises cuts|raise reduce
raised reduced|increase reduce|increased reduced|grow shrink|grew shrank|grows shrinks|growing shrinking|grown shrunk|doubled halved
double halve|gain lose|gained lost|gains loses|higher lower|highest lowest|high low|more fewer|more less|most least|most fewest
larger smaller|largest smallest|bigger smaller|longer shorter|longest shortest|stronger weaker|strong weak|better worse|best worst
good bad|faster slower|fast slow|richer poorer|richest poorest|rich poor|older younger|oldest youngest|cheaper dearer
cheap expensive|warmer colder|warmer cooler|hotter colder|hot cold|wet dry|deep shallow|deeper shallower|heavy light|heavier lighter
wide narrow|safe dangerous|safe unsafe|legal illegal|lawful unlawful|constitutional unconstitutional|guilty innocent|true false
right wrong|real fake|possible impossible|likely unlikely|able unable|surplus deficit|profit loss|majority minority|before after
earlier later|early late|first last|start end|started ended|began ended|begin end|start stop|started stopped|opened closed
open closed|open close|opens closes|allow forbid|allowed forbidden|allow ban|allowed banned|allows bans|permitted banned
permitted forbidden|legalised banned|legalized banned|accept reject|accepted rejected|accepts rejects|approve reject
approved rejected|approves rejects|passed failed|passed rejected|upheld overturned|support oppose|supported opposed|supports opposes
supporting opposing|supporters opponents|for against|praised criticised|praised criticized|praised condemned|win lose|won lost
wins loses|winning losing|winner loser|hire fire|hired fired|hired dismissed|buy sell|bought sold|buys sells|import export
imports exports|imported exported|lend borrow|lent borrowed|admit deny|admitted denied|admits denies|confirmed denied
include exclude|included excluded|includes excludes|succeed fail|succeeded failed|improve worsen|improved worsened|improves worsens
expand shrink|expanded shrank|strengthen weaken|strengthened weakened|create destroy|created destroyed|protect endanger
protects endangers|cures causes|prevents causes|prevent cause|prevented caused|arrived left|arrive leave|entered left|joined left
join leave|remember forget|remembered forgot|found lost|alive dead|public private|present absent|mandatory voluntary
compulsory voluntary|temporary permanent|always never|everyone nobody|everybody nobody|all none|everything nothing|with without
above below|over under|inside outside|north south|east west
"""
_COMPARING = frozenset("more less fewer better worse".split())
_SHORTEST = 4
_LONGEST = 16
"""Words; a longer text compares more than two things."""
_MOST_OTHERS = 1
"""So many further words may stand in one text alone."""


OPPOSITES = tuple((one, other) for one, _, other in (pair.partition(" ") for line in _PAIRS.split("\n") for pair in line.split("|")) if one)
"""Pairs of words that never say the same."""
_EITHER_WAY = frozenset([*OPPOSITES, *((other, one) for one, other in OPPOSITES)])


def is_antonym_swap(text: str, claim: str) -> bool:
    """True where the two differ by a word and its antonym, or by the order of a comparison, and by hardly anything else."""
    return antonym_swap(text, claim) is not None


def antonym_swap(text: str, claim: str) -> tuple[str, str] | None:
    """The words of text and claim that are swapped; None where none are, or where only one text is negated, which would undo the swap."""
    swapped = _opposite_words(text, claim) or _swapped_comparison(text, claim)
    return swapped if swapped and not negation_differs(text, claim) else None


def _opposite_words(text: str, claim: str) -> tuple[str, str] | None:
    """A word and its antonym, where the two differ by hardly anything else. Two comparisons with antonyms say the same from either side."""
    text_words, claim_words = wording(text).words, wording(claim).words
    common_words, only_text, only_claim = text_words & claim_words, text_words - claim_words, claim_words - text_words
    if "than" in common_words:
        return None
    max_words = 1 + _MOST_OTHERS
    if not 1 <= len(only_text) <= max_words or not 1 <= len(only_claim) <= max_words or len(common_words) < len(only_text):
        return None
    return next((pair for pair in product(sorted(only_text), sorted(only_claim)) if pair in _EITHER_WAY), None)


def _swapped_comparison(text: str, claim: str) -> tuple[str, str] | None:
    """What each text has after “than”, where both compare in the same direction and with the two sides swapped."""
    of_text, of_claim = _sides(text), _sides(claim)
    if of_text is None or of_claim is None or not _direction(of_text[0]) or _direction(of_text[0]) != _direction(of_claim[0]):
        return None
    if max(wording(text).length, wording(claim).length) > _LONGEST:
        return None
    (text_before, text_after), (claim_before, claim_after) = (tuple(wording(side).stems for side in sides) for sides in (of_text, of_claim))
    crosses = (text_before - text_after) & (claim_after - claim_before)
    crosses_back = (text_after - text_before) & (claim_before - claim_after)
    return (_than(of_text[1]), _than(of_claim[1])) if crosses and crosses_back else None


def _than(after: str) -> str:
    return f"… than {after.strip(' .!?…')}"


def _sides(text: str) -> tuple[str, str] | None:
    """The parts before and after “than”, None unless the text has exactly one."""
    before, than, after = text.partition(" than ")
    return (before, after) if than and " than " not in after else None


def _direction(before: str) -> frozenset[str]:
    """The words of comparison before “than”."""
    return frozenset(word for word in wording(before).words if word in _COMPARING or (word.endswith("er") and len(word) > _SHORTEST))
