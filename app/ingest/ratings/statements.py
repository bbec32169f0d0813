"""Extraction of ratings from free text: at the beginning of a sentence, as its predicate, in capitals, or as a distinctive phrase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.domain.verdict import Verdict
from app.ingest.ratings import lexicon
from app.ingest.ratings.phrases import Hit, PhraseIndex
from app.ingest.ratings.words import Word, sentences

_SEVERITY = (Verdict.FALSE, Verdict.MOSTLY_FALSE, Verdict.MISLEADING, Verdict.UNPROVEN)
_DISCREDITING = frozenset(_SEVERITY)
# Words that the object of a verb of rating may have.
_MAX_OBJECT_WORDS = 6
# A subject and verb of up to this many words may name anything as the subject: "The announcement is false".
_MAX_FREE_SUBJECT_WORDS = 4
# Words that may stand between a rating and its qualification after "but".
_MAX_WORDS_AFTER_BUT = 4
# Words before a rating in which a question or condition governs it.
_QUESTION_WINDOW = 6
# Words before a rating in which a denial in the superordinate clause is searched for.
_DENIAL_WINDOW = 20
# A rating of up to this many words is a label and not prose.
_MAX_LABEL_WORDS = 7


def combine(verdicts: Sequence[Verdict]) -> Verdict:
    """Combine several verdicts into one: satire and outdated prevail, then the severest finding; true together with false is mixed."""
    distinct = {verdict for verdict in verdicts if verdict is not Verdict.UNRATED}
    for kind in (Verdict.SATIRE, Verdict.OUTDATED):
        if kind in distinct:
            return kind
    if len(distinct) > 1:
        # Another finding says more than that the claim is disputed.
        distinct.discard(Verdict.DISPUTED)
    if len(distinct) == 1:
        return distinct.pop()
    if not distinct:
        return Verdict.UNRATED
    if distinct <= _DISCREDITING:
        return next(verdict for verdict in _SEVERITY if verdict in distinct)
    if distinct <= {Verdict.TRUE, Verdict.MOSTLY_TRUE}:
        return Verdict.MOSTLY_TRUE
    return Verdict.MISLEADING if Verdict.MISLEADING in distinct and Verdict.FALSE not in distinct else Verdict.MIXED


def label_hits(tokens: Sequence[Word], index: PhraseIndex) -> list[Hit]:
    """Return the ratings of a short text: "Totally Fake", "False and misleading", "Four claims true"."""
    if _length_in_words(tokens) > _MAX_LABEL_WORDS:
        return []
    hits = _without_undercut(tokens, [hit for hit in index.hits(tokens) if not _is_not_asserted(tokens, hit)])
    hits = [hit for hit in hits if not _ends_enumeration(tokens, hit, hits)]
    return [
        hit
        for hit in hits
        if not hit.verdict.settles_true or hit.negated or (_ends_phrase(tokens, hit) and not _follows_unknown_word(tokens, hit))
    ]


def _follows_unknown_word(tokens: Sequence[Word], hit: Hit) -> bool:
    """Return True if an unknown word precedes a lone "true". It may be a degree or a denial, so no verdict is better than a wrong
    one."""
    if hit.lead != 1 or hit.end != len(tokens) or tokens[1].breaks or len(tokens[0].text) == 1:
        return False
    return tokens[0].text not in lexicon.SUBJECTS | lexicon.COPULAS | lexicon.CONNECTORS | lexicon.AFFIRMING


def _length_in_words(tokens: Sequence[Word]) -> float:
    """Return the length in words; two Chinese or Japanese characters count as one word."""
    return sum(0.5 if len(word.text) == 1 and word.text >= "\u3040" else 1.0 for word in tokens)


def statement(tokens: Sequence[Word], index: PhraseIndex) -> tuple[Verdict, tuple[str, ...]]:
    """Return the verdict that a free text states and the words that state it; UNRATED and no words if it states none.

    A first sentence that begins with its rating or is a plain statement decides. Otherwise all statements are combined or, without
    any, the distinctive phrases of the whole text.
    """
    capitals = _capitals_stress(tokens)
    stated: list[Hit] = []
    distinctive: list[Hit] = []
    for number, sentence in enumerate(sentences(list(tokens))):
        hits = _without_undercut(
            sentence, [hit for hit in index.hits(sentence) if not in_claimants_words([word.text for word in sentence[: hit.start]])]
        )
        sentence_hits = [hit for hit in hits if _is_stated(sentence, hit, capitals=capitals)]
        if number == 0 and sentence_hits and _opens_sentence(sentence, sentence_hits[0]):
            later_hits = [
                hit
                for hit in hits
                if hit.start > sentence_hits[0].start and (hit.anywhere or hit in sentence_hits or _follows_but(sentence, hit))
            ]
            return combine([hit.verdict for hit in _joined_hits(sentence, [sentence_hits[0], *later_hits])]), sentence_hits[0].name
        stated += sentence_hits
        distinctive += [hit for hit in hits if hit.anywhere and not hit.negated]
    deciding = [hit for hit in stated if hit.verdict is not Verdict.UNRATED] or distinctive
    return (combine([hit.verdict for hit in deciding]), deciding[0].name) if deciding else (Verdict.UNRATED, ())


def _capitals_stress(tokens: Sequence[Word]) -> bool:
    # In a text that is mostly in capitals they stress nothing.
    return sum(word.capitals for word in tokens) * 3 < len(tokens)


def _is_stated(sentence: Sequence[Word], hit: Hit, *, capitals: bool) -> bool:
    if _is_not_asserted(sentence, hit):
        return False
    if hit.lead == 0 and (_ends_phrase(sentence, hit) or _names_object_next(sentence, hit)):
        return True
    if hit.verdict.settles_true and not _ends_phrase(sentence, hit):
        # "A true story" is no rating, "a misleading chart" is one.
        return False
    if capitals and sentence[hit.start].capitals:
        return True
    return _is_predicate(sentence, hit)


def _names_object_next(sentence: Sequence[Word], hit: Hit) -> bool:
    """Return True if the sentence begins with its rating and names the object next: "Falso che …", "Falsa la afirmación de que …"."""
    if not hit.verdict.settles_false:
        return False
    following = [word.text for word in sentence[hit.end : hit.end + 2]]
    return bool(following) and (
        following[0] in lexicon.SUBORDINATING or (following[0] in lexicon.ARTICLES and following[-1] in lexicon.SUBJECTS)
    )


def _ends_enumeration(tokens: Sequence[Word], hit: Hit, hits: Sequence[Hit]) -> bool:
    """Return True for the last item of an enumeration with no other rating: "Two truths and a lie"."""
    before = [word.text for word in tokens[max(0, hit.start - 2) : hit.start]]
    is_listed = len(before) == 2 and hit.start > 2 and before[0] in lexicon.COORDINATING and before[1] in lexicon.INDEFINITE
    return is_listed and not any(other_hit.end <= hit.start for other_hit in hits)


def _is_not_asserted(sentence: Sequence[Word], hit: Hit) -> bool:
    """Return True if a rating is not asserted: in a question, a condition, after "does not mean", or in the claimant's words."""
    before = [word.text for word in sentence[: hit.start]]
    nearby = before[-_QUESTION_WINDOW:]
    if not lexicon.OPEN_QUESTIONS.isdisjoint(nearby) or _is_inverted_question(before):
        return True
    return _is_denied_above(before) or in_claimants_words(before)


def _is_denied_above(before: Sequence[str]) -> bool:
    """Return True after "It does not mean that", "no one has shown that" or "hard to believe": the following words are not stated,
    until a "but"."""
    before = before[-_DENIAL_WINDOW:]
    denied = {index for index, word in enumerate(before) if word in lexicon.NEGATIONS | lexicon.DOUBTING | lexicon.NONE_OF}
    for index in range(len(before) - 1, -1, -1):
        word = before[index]
        if word in lexicon.CONTRASTING:
            return False
        if word in lexicon.DOUBTING or (word in lexicon.NO_CONCLUSION and _is_verb_denied(before, index, denied)):
            return True
        if word in lexicon.SUBORDINATING and any(denial_index < index for denial_index in denied) and index > max(denied):
            return not any(earlier_word in lexicon.SUBORDINATING for earlier_word in before[:index])
    return False


def _is_verb_denied(before: Sequence[str], index: int, denied: set[int]) -> bool:
    """Return True if a negation stands directly after the verb, or up to two fillers before it."""
    if index + 1 in denied:
        return True
    first = next((candidate for candidate in range(index - 1, max(-1, index - 4), -1) if candidate in denied), -1)
    return first >= 0 and all(word in lexicon.FILLERS or word in lexicon.NEGATIONS for word in before[first + 1 : index])


def _is_inverted_question(before: Sequence[str]) -> bool:
    """Return True if the verb comes first and its subject after it: "Is this true"."""
    return (
        len(before) > 1
        and before[0] in lexicon.ASKING
        and any(word in lexicon.SUBJECTS or word not in lexicon.FILLERS | lexicon.NEGATIONS | lexicon.DEGREES_MOST for word in before[1:])
    )


def in_claimants_words(before: Sequence[str]) -> bool:
    """Return True inside the claimant's words: a claimant, directly a verb of claiming, words of the claim, and no "but" since ("A
    viral post claims the landing was")."""
    for index in range(1, len(before) - 1):
        if before[index] in lexicon.CLAIMING and before[index - 1] in lexicon.CLAIMANTS:
            return lexicon.CONTRASTING.isdisjoint(before[index + 1 :])
    return False


def _without_undercut(sentence: Sequence[Word], hits: Sequence[Hit]) -> list[Hit]:
    """Drop hits that are only the content of an open finding, and weaken those that a later "but" qualifies."""
    remaining: list[Hit] = []
    for hit in hits:
        if hit.verdict.settles_true and any(
            earlier_hit.verdict is Verdict.UNPROVEN and not _follows_but(sentence, hit) for earlier_hit in remaining
        ):
            continue  # "no evidence that this is true"
        if hit.verdict.settles_false and remaining and _introduces_saying(sentence, remaining[-1]):
            remaining.pop()  # "it would be wrong to say this is false"
            continue
        remaining.append(replace(hit, verdict=_verdict_after_but(sentence, hit, hits)))
    return remaining


def _introduces_saying(sentence: Sequence[Word], hit: Hit) -> bool:
    following = [word.text for word in sentence[hit.end : hit.end + 2]]
    if not hit.verdict.settles_false or len(following) < 2:
        return False
    return following[0] in lexicon.SUBORDINATING or (following[0] in {"to", "de", "zu"} and following[1] in lexicon.SAYING)


def _verdict_after_but(sentence: Sequence[Word], hit: Hit, hits: Sequence[Hit]) -> Verdict:
    """Return the verdict of a hit after a "but" later in its sentence. Qualifications that are hits themselves count on their own."""
    if not hit.verdict.settles_true:
        return hit.verdict
    texts = [word.text for word in sentence]
    but_index = next((index for index in range(hit.end, len(texts)) if _concedes(texts, index, hit)), -1)
    if but_index < 0 or any(other_hit.start > but_index and other_hit.verdict is not Verdict.UNRATED for other_hit in hits):
        return hit.verdict
    if says_omitted(texts[but_index:]):
        return Verdict.MISLEADING
    if hit.negated:
        return Verdict.MIXED  # "not wrong, but …"
    verdict = weakened_by_concession(hit.verdict, sentence[hit.start : hit.end], sentence[but_index:])
    return Verdict.MIXED if verdict is Verdict.MOSTLY_TRUE and but_index > hit.end and hit.verdict is Verdict.TRUE else verdict


def says_omitted(tail: Sequence[str]) -> bool:
    """Return True for "but it leaves out …"."""
    return any(word in lexicon.OMITTING for word in tail[1:6])


def weakened_by_concession(verdict: Verdict, rating: Sequence[Word], tail: Sequence[Word]) -> Verdict:
    """Weaken a true verdict by its concession; `tail` begins with "but".

    "Correct, but …" is mostly true, "correct, but not …" mixed, "the picture is real, but …" misleading.
    """
    if any(word.text in lexicon.AUTHENTIC for word in rating):
        return Verdict.MISLEADING
    if tail[0].text == "mas" and not any(word.text in lexicon.PORTUGUESE_TRUE for word in rating):
        return verdict
    return Verdict.MIXED if len(tail) > 1 and tail[1].text in lexicon.NEGATIONS else Verdict.MOSTLY_TRUE


def _concedes(texts: Sequence[str], index: int, hit: Hit) -> bool:
    is_portuguese_but = texts[index] == "mas" and not lexicon.PORTUGUESE_TRUE.isdisjoint(texts[hit.start : hit.end])
    return is_portuguese_but or texts[index] in lexicon.CONCEDING


def _is_predicate(sentence: Sequence[Word], hit: Hit) -> bool:
    """Return True if a copula stands before (or after) the rating, and before that a subject that fact-checks speak of."""
    texts = [word.text for word in sentence]
    index = hit.lead
    while index > 0 and texts[index - 1] in lexicon.FILLERS and texts[index - 1] not in lexicon.COPULAS:
        index -= 1
    between = texts[index : hit.end + 1]
    has_copula = (
        texts[hit.start] in lexicon.COPULAS
        or (index > 0 and texts[index - 1] in lexicon.COPULAS)
        or any(word in lexicon.COPULAS for word in between[: hit.start - index])
    )
    has_final_copula = any(word in lexicon.COPULAS_AFTER for word in texts[hit.end : hit.end + 3])
    has_subject = index <= _MAX_FREE_SUBJECT_WORDS or any(word in lexicon.SUBJECTS for word in texts[: hit.start])
    if has_copula and hit.end < len(texts) and texts[hit.end] in {"that", "que", "dass", "che", "dat"}:
        return True
    if has_copula or has_final_copula:
        return has_subject
    if _follows_rating_verb(texts[max(0, index - _MAX_OBJECT_WORDS) : index]):
        return True
    preceding = {*texts[max(0, index - 2) : hit.start]}
    first = texts[hit.start]
    return bool(preceding & lexicon.SUBJECTS) and (not first.isascii() or first in lexicon.WITHOUT_COPULA)


def _follows_rating_verb(before: Sequence[str]) -> bool:
    """Return True for a verb of rating followed by nothing but its object: "we rate this claim"."""
    for word in reversed(before):
        if word in lexicon.RATING_VERBS:
            return True
        if word not in lexicon.SUBJECTS and word not in lexicon.FILLERS:
            return False
    return False


def _ends_phrase(sentence: Sequence[Word], hit: Hit) -> bool:
    """Return True if no word follows that the rating could be an attribute of."""
    if hit.end >= len(sentence) or sentence[hit.end].breaks:
        return True
    following = sentence[hit.end].text
    return following in lexicon.CONNECTORS or following in lexicon.COPULAS_AFTER or following in lexicon.NEGATIONS_AFTER


def _opens_sentence(sentence: Sequence[Word], hit: Hit) -> bool:
    """Return True if the rating begins the sentence, after at most subject, verb and fillers: "Incorrect.", "This is not true"."""
    lead = [word.text for word in sentence[: hit.lead]]
    allowed = lexicon.SUBJECTS | lexicon.COPULAS | lexicon.FILLERS
    return len(lead) <= 6 and all(word in allowed for word in lead)


def _joined_hits(sentence: Sequence[Word], hits: Sequence[Hit]) -> list[Hit]:
    """Return the first rating and those joined to it: "false and misleading", "correct but misleading", "real but quite unrelated"."""
    joined = [hits[0]]
    for hit in hits[1:]:
        between = [word.text for word in sentence[joined[-1].end : hit.lead]]
        is_connected = all(word in lexicon.CONNECTORS or word in lexicon.FILLERS for word in between)
        if not (is_connected and len(between) <= 2) and not (
            len(between) <= _MAX_WORDS_AFTER_BUT and not lexicon.CONTRASTING.isdisjoint(between)
        ):
            break
        joined.append(hit)
    return joined


def _follows_but(sentence: Sequence[Word], hit: Hit) -> bool:
    return any(word.text in lexicon.CONTRASTING for word in sentence[max(0, hit.lead - _MAX_WORDS_AFTER_BUT) : hit.lead])
