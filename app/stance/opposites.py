"""Two texts that say the same but for a word and its opposite, or compare the same two things the other way round (English).

A small network takes “Taxes will be lowered” for agreement with “Taxes will be raised”, since all else is alike, and “Wind costs more than
coal” for agreement with “Coal costs more than wind”, since all words are. Such pairs are not judged. That is all that words can say: they
do not tell which pairs deny each other (“raised” and “lowered”) and which are about two things (“north” and “south”).
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


def turned_round(text: str, claim: str) -> bool:
    """Whether the two differ by a word and its opposite, or by the order of a comparison, and by hardly anything else."""
    return going_against(text, claim) is not None


def going_against(text: str, claim: str) -> tuple[str, str] | None:
    """What of the text goes against what of the claim, as words of each; None where nothing does, and where only one of them is negated,
    which would turn it back."""
    found = _opposite_words(text, claim) or _swapped_comparison(text, claim)
    return found if found and not negation_differs(text, claim) else None


def _opposite_words(text: str, claim: str) -> tuple[str, str] | None:
    """A word and its opposite, where the two differ by hardly anything else; not as comparisons, which say the same seen from the other
    side."""
    said, checked = wording(text), wording(claim)
    if "than" in said.words & checked.words:
        return None
    mine, theirs = said.words - checked.words, checked.words - said.words
    if not 1 <= len(mine) <= 1 + _MOST_OTHERS or not 1 <= len(theirs) <= 1 + _MOST_OTHERS or len(said.words & checked.words) < len(mine):
        return None
    return next((pair for pair in product(sorted(mine), sorted(theirs)) if pair in _EITHER_WAY), None)


def _swapped_comparison(text: str, claim: str) -> tuple[str, str] | None:
    """Where both compare in the same direction, and what stands before “than” in the one stands behind it in the other, both ways: what
    stands behind it in each."""
    said, checked = _compared(text), _compared(claim)
    if said is None or checked is None or not _direction(said[0]) or _direction(said[0]) != _direction(checked[0]):
        return None
    if max(wording(text).length, wording(claim).length) > _LONGEST:
        return None
    (one, other), (first, second) = (tuple(wording(part).stems for part in each) for each in (said, checked))
    swapped = (one - other) & (second - first) and (other - one) & (first - second)
    return (_than(said[1]), _than(checked[1])) if swapped else None


def _than(behind: str) -> str:
    return f"… than {behind.strip(' .!?…')}"


def _compared(text: str) -> tuple[str, str] | None:
    """What stands before and behind the one “than” of a text."""
    before, than, behind = text.partition(" than ")
    return (before, behind) if than and " than " not in behind else None


def _direction(before: str) -> frozenset[str]:
    """The words of comparison in what stands before “than”."""
    return frozenset(word for word in wording(before).words if word in _COMPARING or (word.endswith("er") and len(word) > _SHORTEST))
