"""Speech acts and differences of sentences and checked claims, from the syntax of both."""

from __future__ import annotations

from collections.abc import Sequence

from app.claims.slots import slot_differences
from app.claims.speech import clause_act, is_denied, is_modal, is_negated, reported_by, sentence_act
from app.domain.progress import CancelToken
from app.domain.speech import ClaimPair, ClaimReading, SlotDifference, SlotKind, SpeechAct
from app.domain.syntax import Syntax
from app.domain.wording import wording
from app.ports import SyntaxReader

VERSION = 4
# Dependency relations of words that may head a clause.
_PREDICATES = ("ROOT", "ccomp", "conj", "advcl", "relcl", "acl", "xcomp", "parataxis", "pcomp", "csubj", "csubjpass", "dep")


class SyntaxClaimReader:
    """A `ClaimReader` that works on the output of a dependency parser."""

    def __init__(self, parser: SyntaxReader) -> None:
        self._parser = parser
        self.key = f"claims-{VERSION}:{parser.identity.key()}"

    def acts(self, sentences: Sequence[str], *, cancel: CancelToken) -> list[SpeechAct]:
        """Return the speech act of each sentence as a whole."""
        return [sentence_act(syntax) for syntax in self._parser.parse(sentences, cancel=cancel)]

    def read(self, pairs: Sequence[ClaimPair], *, cancel: CancelToken) -> list[ClaimReading]:
        """Return the speech act and the differences of each pair."""
        texts = list(dict.fromkeys(text for pair in pairs for text in (pair.sentence, pair.claim)))
        syntax_of = dict(zip(texts, self._parser.parse(texts, cancel=cancel), strict=True))
        return [read_pair(syntax_of[pair.sentence], syntax_of[pair.claim], pair) for pair in pairs]


def read_pair(sentence: Syntax, claim: Syntax, pair: ClaimPair) -> ClaimReading:
    """Return the speech act of a sentence towards a claim, and their differences, from the syntax of both texts."""
    differs = slot_differences(sentence, claim, pair)
    if not sentence.words or not claim.words:
        return ClaimReading(act=SpeechAct.ASSERT, differs=differs)
    clause, claim_clause = nearest_clause(sentence, claim), nearest_clause(claim, sentence)
    act = clause_act(sentence, clause)
    # Two denials agree: only if one text denies the clause, the sentence denies the claim.
    if act is SpeechAct.ASSERT and is_negated(sentence, clause) != is_denied(claim, claim_clause):
        act = SpeechAct.DENY
    if act is SpeechAct.ASSERT and is_modal(sentence, clause) and not is_modal(claim, claim.roots[0]):
        act = SpeechAct.PROMISE
    said_by = reported_by(claim, claim_clause) if act is SpeechAct.ASSERT else ""
    # The claim is about somebody's saying so, which the sentence does not mention.
    if said_by and not reported_by(sentence, clause):
        differs = (*differs, SlotDifference(kind=SlotKind.SAYING, said=sentence.words[clause].text, checked=said_by))
    return ClaimReading(act=act, differs=differs)


def nearest_clause(sentence: Syntax, claim: Syntax) -> int:
    """Return the predicate of the clause that shares most words with the claim (Dice coefficient); the main clause wins ties."""
    claim_stems = wording(claim.text).stems
    best_number, best_score = sentence.roots[0], 0.0
    for number, word in enumerate(sentence.words):
        if word.relation in _PREDICATES and word.part in ("VERB", "AUX", "NOUN", "ADJ", "PROPN"):
            clause_words = sentence.below(number, without=("conj", "parataxis"))
            stems = wording(" ".join(sentence.words[word_number].text for word_number in clause_words)).stems
            score = 2 * len(stems & claim_stems) / (len(stems) + len(claim_stems) or 1)
            if score > best_score:
                best_number, best_score = number, score
    return best_number
