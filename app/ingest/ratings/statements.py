"""What a sentence of free text states: a rating as its beginning, as its predicate, in capitals, or by a telling phrase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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
_ASKED = 6
"""How many words before a rating a question or condition governs it."""
_CLAUSE = 20
"""How many words before a rating a denial in the clause above it is looked for."""
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
    if _length(found) > _SHORT:
        return []
    hits = _weighed(found, [hit for hit in index.hits(found) if not _asked(found, hit)])
    hits = [hit for hit in hits if not _one_of_several(found, hit, hits)]
    return [hit for hit in hits if not hit.verdict.settles_true or hit.negated or (_closes(found, hit) and not _odd_lead(found, hit))]


def _odd_lead(found: Sequence[Word], hit: Hit) -> bool:
    """An unknown word directly before a lone "true" may be a degree or a denial: better unrated than the wrong side."""
    if hit.lead != 1 or hit.end != len(found) or found[1].breaks or len(found[0].text) == 1:
        return False
    return found[0].text not in lexicon.SUBJECTS | lexicon.COPULAS | lexicon.CONNECTORS | lexicon.AFFIRMING


def _length(found: Sequence[Word]) -> float:
    """In words; two signs of Chinese or Japanese count as one."""
    return sum(0.5 if len(word.text) == 1 and word.text >= "\u3040" else 1.0 for word in found)


def statement(found: Sequence[Word], index: PhraseIndex) -> tuple[Verdict, tuple[str, ...]]:
    """The verdict a free text states and the words that state it; UNRATED and no words where it states none.

    A first sentence that begins with its rating or is a plain statement decides alone; else all statements are combined; else the
    telling phrases of the whole text.
    """
    capitals = _capitals_tell(found)
    stated: list[Hit] = []
    telling: list[Hit] = []
    for number, sentence in enumerate(sentences(list(found))):
        hits = _weighed(sentence, [hit for hit in index.hits(sentence) if not claimed([word.text for word in sentence[: hit.start]])])
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
    if hit.lead == 0 and (_closes(sentence, hit) or _said_of(sentence, hit)):
        return True
    if hit.verdict.settles_true and not _closes(sentence, hit):
        return False  # "a true story" is no rating, "a misleading chart" is one
    if capitals and sentence[hit.start].capitals:
        return True
    return _predicate(sentence, hit)


def _said_of(sentence: Sequence[Word], hit: Hit) -> bool:
    """ "Falso che …", "Falsa la afirmación de que …": a sentence that begins with its rating names next what it is said of."""
    if not hit.verdict.settles_false:
        return False
    after = [word.text for word in sentence[hit.end : hit.end + 2]]
    return bool(after) and (after[0] in lexicon.SUBORDINATING or (after[0] in lexicon.ARTICLES and after[-1] in lexicon.SUBJECTS))


def _one_of_several(found: Sequence[Word], hit: Hit, hits: Sequence[Hit]) -> bool:
    """ "Two truths and a lie": the last of things that are told off, of which no other is a rating."""
    before = [word.text for word in found[max(0, hit.start - 2) : hit.start]]
    listed = len(before) == 2 and hit.start > 2 and before[0] in lexicon.ADDING and before[1] in lexicon.INDEFINITE
    return listed and not any(other.end <= hit.start for other in hits)


def _asked(sentence: Sequence[Word], hit: Hit) -> bool:
    """A question, a condition, what something does not mean, or what the claimant says: nothing is stated."""
    before = [word.text for word in sentence[: hit.start]]
    near = before[-_ASKED:]
    if not lexicon.OPEN_QUESTIONS.isdisjoint(near) or _question(before):
        return True
    return _void(before) or claimed(before)


def _void(before: Sequence[str]) -> bool:
    """ "It does not mean that", "no one has shown that", "hard to believe": what follows is not stated, until a "but"."""
    before = before[-_CLAUSE:]
    denied = {at for at, word in enumerate(before) if word in lexicon.NEGATIONS | lexicon.DOUBTING | lexicon.NONE_OF}
    for at in range(len(before) - 1, -1, -1):
        word = before[at]
        if word in lexicon.BUT:
            return False
        if word in lexicon.DOUBTING or (word in lexicon.NO_CONCLUSION and _denied(before, at, denied)):
            return True
        if word in lexicon.SUBORDINATING and any(other < at for other in denied) and at > max(denied):
            return not any(other in lexicon.SUBORDINATING for other in before[:at])
    return False


def _denied(before: Sequence[str], at: int, denied: set[int]) -> bool:
    """A negation directly after the verb, or up to two fillers before it."""
    if at + 1 in denied:
        return True
    first = next((place for place in range(at - 1, max(-1, at - 4), -1) if place in denied), -1)
    return first >= 0 and all(word in lexicon.FILLERS or word in lexicon.NEGATIONS for word in before[first + 1 : at])


def _question(before: Sequence[str]) -> bool:
    """ "Is this true": a verb first and its subject after it."""
    return (
        len(before) > 1
        and before[0] in lexicon.ASKING
        and any(word in lexicon.SUBJECTS or word not in lexicon.FILLERS | lexicon.NEGATIONS | lexicon.DEGREES_MOST for word in before[1:])
    )


def claimed(before: Sequence[str]) -> bool:
    """ "A viral post claims the landing was": a claimant, directly the verb, something of the claim, and no "but" since."""
    for at in range(1, len(before) - 1):
        if before[at] in lexicon.CLAIMING and before[at - 1] in lexicon.CLAIMANTS:
            return lexicon.BUT.isdisjoint(before[at + 1 :])
    return False


def _weighed(sentence: Sequence[Word], hits: Sequence[Hit]) -> list[Hit]:
    """The hits without what is only the content of an open finding, and with what a "but" takes back taken back."""
    kept: list[Hit] = []
    for hit in hits:
        if hit.verdict.settles_true and any(other.verdict is Verdict.UNPROVEN and not _but(sentence, hit) for other in kept):
            continue  # "no evidence that this is true"
        if hit.verdict.settles_false and kept and _to_say(sentence, kept[-1]):
            kept.pop()  # "it would be wrong to say this is false"
            continue
        kept.append(replace(hit, verdict=_conceded(sentence, hit, hits)))
    return kept


def _to_say(sentence: Sequence[Word], hit: Hit) -> bool:
    following = [word.text for word in sentence[hit.end : hit.end + 2]]
    if not hit.verdict.settles_false or len(following) < 2:
        return False
    return following[0] in lexicon.SUBORDINATING or (following[0] in {"to", "de", "zu"} and following[1] in lexicon.SAYING)


def _conceded(sentence: Sequence[Word], hit: Hit, hits: Sequence[Hit]) -> Verdict:
    """The verdict of a hit with what a later "but" of its sentence takes back; read qualifications count for themselves."""
    if not hit.verdict.settles_true:
        return hit.verdict
    texts = [word.text for word in sentence]
    turn = next((at for at in range(hit.end, len(texts)) if _concedes(texts, at, hit)), -1)
    if turn < 0 or any(other.start > turn and other.verdict is not Verdict.UNRATED for other in hits):
        return hit.verdict
    if omits(texts[turn:]):
        return Verdict.MISLEADING
    if hit.negated:
        return Verdict.MIXED  # "not wrong, but …"
    verdict = conceded(hit.verdict, sentence[hit.start : hit.end], sentence[turn:])
    return Verdict.MIXED if verdict is Verdict.MOSTLY_TRUE and turn > hit.end and hit.verdict is Verdict.TRUE else verdict


def omits(rest: Sequence[str]) -> bool:
    """ "But it leaves out …"."""
    return any(word in lexicon.OMITTING for word in rest[1:6])


def conceded(verdict: Verdict, rating: Sequence[Word], rest: Sequence[Word]) -> Verdict:
    """ "Correct, but …" is mostly true, "correct, but not …" mixed, "the picture is real, but …" misleading; `rest` begins with "but"."""
    if any(word.text in lexicon.AUTHENTIC for word in rating):
        return Verdict.MISLEADING
    if rest[0].text == "mas" and not any(word.text in lexicon.PORTUGUESE_TRUE for word in rating):
        return verdict
    return Verdict.MIXED if len(rest) > 1 and rest[1].text in lexicon.NEGATIONS else Verdict.MOSTLY_TRUE


def _concedes(texts: Sequence[str], at: int, hit: Hit) -> bool:
    portuguese = texts[at] == "mas" and not lexicon.PORTUGUESE_TRUE.isdisjoint(texts[hit.start : hit.end])
    return portuguese or texts[at] in lexicon.CONCEDING


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
    return any(word.text in lexicon.BUT for word in sentence[max(0, hit.lead - _AFTER_BUT) : hit.lead])
