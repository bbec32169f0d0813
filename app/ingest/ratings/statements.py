"""What a sentence of free text states: a rating as its beginning, as its predicate, in capitals, or by a telling phrase."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.verdict import Verdict
from app.ingest.ratings import lexicon
from app.ingest.ratings.phrases import Hit, PhraseIndex
from app.ingest.ratings.words import Word, sentences

_SEVERITY = (Verdict.FALSE, Verdict.MOSTLY_FALSE, Verdict.MISLEADING, Verdict.UNPROVEN)
_DISCREDITING = frozenset(_SEVERITY)
_REACH = 6
"""How many words the object of a verb of rating may have."""
_BRIEF = 4
"""A subject and verb of up to this many words at the head of a sentence may speak of anything: "The announcement is false"."""
_AFTER_BUT = 4
"""How many words may stand between a rating and its qualification after "but"."""
_SHORT = 7
"""A rating of up to this many words is a label, not prose."""


def combine(verdicts: Sequence[Verdict]) -> Verdict:
    """One verdict of several: satire names its kind, the severest finding counts, true beside false is mixed."""
    seen = {verdict for verdict in verdicts if verdict is not Verdict.UNRATED}
    for kind in (Verdict.SATIRE, Verdict.OUTDATED):
        if kind in seen:
            return kind
    if len(seen) > 1:
        seen.discard(Verdict.DISPUTED)
    if len(seen) == 1:
        return seen.pop()
    if not seen:
        return Verdict.UNRATED
    if seen <= _DISCREDITING:
        return next(verdict for verdict in _SEVERITY if verdict in seen)
    if seen <= {Verdict.TRUE, Verdict.MOSTLY_TRUE}:
        return Verdict.MOSTLY_TRUE
    return Verdict.MISLEADING if Verdict.MISLEADING in seen and Verdict.FALSE not in seen else Verdict.MIXED


def label(found: Sequence[Word], index: PhraseIndex) -> list[Hit]:
    """The ratings of a short text: "Totally Fake", "False and misleading", "Four claims true"."""
    if len(found) > _SHORT:
        return []
    hits = [hit for hit in index.hits(found) if not _asked(found, hit)]
    return [hit for hit in hits if not hit.verdict.settles_true or hit.negated or _closes(found, hit)]


def statement(found: Sequence[Word], index: PhraseIndex) -> tuple[Verdict, tuple[str, ...]]:
    """The verdict a free text states and the words that state it; UNRATED and no words where it states none.

    A first sentence that begins with its rating or is a plain statement decides alone; else all statements are combined; else the
    telling phrases of the whole text.
    """
    capitals = _capitals_tell(found)
    stated: list[Hit] = []
    telling: list[Hit] = []
    for number, sentence in enumerate(sentences(list(found))):
        hits = index.hits(sentence)
        here = [hit for hit in hits if _states(sentence, hit, capitals=capitals)]
        if number == 0 and here and _plain(sentence, here[0]):
            after = [hit for hit in hits if hit.start > here[0].start and (hit.anywhere or hit in here or _but(sentence, hit))]
            return combine([hit.verdict for hit in _run(sentence, [here[0], *after])]), here[0].name
        stated += here
        telling += [hit for hit in hits if hit.anywhere and not hit.negated]
    chosen = [hit for hit in stated if hit.verdict is not Verdict.UNRATED] or telling
    return (combine([hit.verdict for hit in chosen]), chosen[0].name) if chosen else (Verdict.UNRATED, ())


def _capitals_tell(found: Sequence[Word]) -> bool:
    return sum(word.capitals for word in found) * 3 < len(found)


def _states(sentence: Sequence[Word], hit: Hit, *, capitals: bool) -> bool:
    if _asked(sentence, hit):
        return False
    if hit.lead == 0 and _closes(sentence, hit):
        return True
    if hit.verdict.settles_true and not _closes(sentence, hit):
        return False  # "a true story" is no rating, "a misleading chart" is one
    if capitals and sentence[hit.start].capitals:
        return True
    return _predicate(sentence, hit)


def _asked(sentence: Sequence[Word], hit: Hit) -> bool:
    return any(word.text in lexicon.OPEN_QUESTIONS for word in sentence[max(0, hit.start - 6) : hit.start])


def _predicate(sentence: Sequence[Word], hit: Hit) -> bool:
    """A copula before (or after) the rating, and a subject that fact-checks speak of before that."""
    texts = [word.text for word in sentence]
    at = hit.lead
    while at > 0 and texts[at - 1] in lexicon.FILLERS and texts[at - 1] not in lexicon.COPULAS:
        at -= 1
    between = texts[at : hit.end + 1]
    copula = (
        texts[hit.start] in lexicon.COPULAS
        or (at > 0 and texts[at - 1] in lexicon.COPULAS)
        or any(word in lexicon.COPULAS for word in between[: hit.start - at])
    )
    after = any(word in lexicon.COPULAS_AFTER for word in texts[hit.end : hit.end + 3])
    subject = at <= _BRIEF or any(word in lexicon.SUBJECTS for word in texts[: hit.start])
    if copula and hit.end < len(texts) and texts[hit.end] in {"that", "que", "dass", "che", "dat"}:
        return True
    if copula or after:
        return subject
    if _rated(texts[max(0, at - _REACH) : at]):
        return True
    near = {*texts[max(0, at - 2) : hit.start]}
    first = texts[hit.start]
    return bool(near & lexicon.SUBJECTS) and (not first.isascii() or first in lexicon.WITHOUT_COPULA)


def _rated(before: Sequence[str]) -> bool:
    """ "we rate this claim": a verb of rating with nothing after it but its object."""
    for word in reversed(before):
        if word in lexicon.RATING_VERBS:
            return True
        if word not in lexicon.SUBJECTS and word not in lexicon.FILLERS:
            return False
    return False


def _closes(sentence: Sequence[Word], hit: Hit) -> bool:
    """Nothing the rating could be an attribute of follows it."""
    if hit.end >= len(sentence) or sentence[hit.end].breaks:
        return True
    following = sentence[hit.end].text
    return following in lexicon.CONNECTORS or following in lexicon.COPULAS_AFTER or following in lexicon.NEGATIONS_AFTER


def _plain(sentence: Sequence[Word], hit: Hit) -> bool:
    """ "Incorrect." or "This is not true": the rating begins the sentence, after at most subject, verb and fillers."""
    lead = [word.text for word in sentence[: hit.lead]]
    known = lexicon.SUBJECTS | lexicon.COPULAS | lexicon.FILLERS
    return len(lead) <= 6 and all(word in known for word in lead)


def _run(sentence: Sequence[Word], here: Sequence[Hit]) -> list[Hit]:
    """The first rating and those joined to it: "false and misleading", "correct but misleading", "real but quite unrelated"."""
    joined = [here[0]]
    for hit in here[1:]:
        between = [word.text for word in sentence[joined[-1].end : hit.lead]]
        small = all(word in lexicon.CONNECTORS or word in lexicon.FILLERS for word in between)
        if not (small and len(between) <= 2) and not (len(between) <= _AFTER_BUT and not lexicon.BUT.isdisjoint(between)):
            break
        joined.append(hit)
    return joined


def _but(sentence: Sequence[Word], hit: Hit) -> bool:
    return hit.lead > 0 and sentence[hit.lead - 1].text in lexicon.BUT
