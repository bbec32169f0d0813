"""A rating to a verdict: the table's word first, then phrases, free text and numbers, and an honest "unrated" at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Literal

import regex

from app.domain.importing import RefusedRow
from app.domain.verdict import Verdict
from app.errors import PriorcheckError
from app.ingest.ratings import lexicon
from app.ingest.ratings.files import RatingTable, TableRow, read_table, user_table_path
from app.ingest.ratings.findings import finding
from app.ingest.ratings.numbers import numbers_in, verdict_of_number
from app.ingest.ratings.phrases import Hit, PhraseIndex, degree_after, turn
from app.ingest.ratings.publishers import Publisher, parse_publisher
from app.ingest.ratings.revised import revised
from app.ingest.ratings.spelling import SpellingGuess
from app.ingest.ratings.statements import combine, conceded, label, omits, statement
from app.ingest.ratings.words import LONGEST, Word, phrase_words, sentences, slug, words
from app.paths import resources_dir
from app.translation import tr

_QUESTION = regex.compile(r"[^.!?؟？।。]+[?؟？]\s*(\S.*)", regex.DOTALL)

_ONLY_ASKS = regex.compile(r"(?:[^.!?؟？।。\n]|[.!](?=\S))+[?؟？]\W*")

_ANNOUNCEMENTS = 10
"""How many words like "verdict" of a text are asked for what stands after them."""

Confidence = Literal["high", "low", "none"]


@dataclass(frozen=True, slots=True)
class RatingResult:
    """A verdict, the stable id of the rule that gave it, and how sure the reading is ("none" goes with rule "none")."""

    verdict: Verdict
    rule: str
    confidence: Confidence


_NONE = RatingResult(Verdict.UNRATED, "none", "none")


@dataclass(frozen=True, slots=True)
class _PublisherRules:
    pattern: str
    name: str
    whole: dict[tuple[str, ...], Verdict]


class RatingNormaliser:
    """Maps ratings by a table; rows of `user_table` win over the shipped ones. Safe to share between threads."""

    def __init__(self, table: RatingTable, user_table: RatingTable | None = None) -> None:
        user = user_table or RatingTable()
        self.refused: tuple[RefusedRow, ...] = (*table.refused, *user.refused)
        """Rows that could not be read, with the reason; the others count."""
        self._own = _publisher_rules(user.rows)
        self._own_generic = PhraseIndex.of(user.rows).whole
        self._publishers = _publisher_rules(table.rows)
        self._index = PhraseIndex.of((*user.rows, *table.rows))
        self._spelling = SpellingGuess(self._index.whole)

    def normalise(self, rating: str, publisher: str = "") -> RatingResult:
        """The verdict of a rating; the publisher is a name, a site with or without port, or an address."""
        found = words(rating)
        who = parse_publisher(publisher)
        for candidate in _without_label(found):
            exact = self._whole(tuple(word.text for word in candidate), who)
            if exact is not None:
                return exact
        changed = revised(found, self._wholly)
        if changed is not Verdict.UNRATED:
            return RatingResult(changed, f"text:now-{changed.lower().replace('_', '-')}", "low")
        if _ONLY_ASKS.fullmatch(rating[:LONGEST]):
            return self._head(_bare(found), who) or _NONE
        return self._answer(rating, who) or self._announced(found, who) or self._read(_bare(found), who) or self._numeric(rating) or _NONE

    def _whole(self, folded: tuple[str, ...], who: Publisher) -> RatingResult | None:
        tail = slug(folded)
        for rules, prefix in ((self._own, "user:"), (self._publishers, "")):
            for group in rules:
                if folded in group.whole and who.matches(group.pattern):
                    return RatingResult(group.whole[folded], f"{prefix}{group.name}:{tail}", "high")
            if prefix and folded in self._own_generic:
                return RatingResult(self._own_generic[folded], f"user:{tail}", "high")
        if folded in self._index.whole:
            return RatingResult(self._index.whole[folded], f"generic:{tail}", "high")
        return None

    def _wholly(self, found: Sequence[Word]) -> Verdict:
        """The verdict of words that are a rating and nothing else."""
        folded = tuple(word.text for word in found)
        return self._index.whole.get(folded) or combine([hit.verdict for hit in _all_of(found, label(found, self._index))])

    def _read(self, found: Sequence[Word], who: Publisher) -> RatingResult | None:
        return self._head(found, who) or self._label(found) or self._statement(found) or _found(found) or self._misspelt(found)

    def _answer(self, rating: str, who: Publisher) -> RatingResult | None:
        """ "Did the mayor resign? No.": of a text that begins with a question, the answer is read."""
        asked = _QUESTION.match(rating[:LONGEST])
        if asked is None:
            return None
        said = words(asked.group(1))
        read = self._whole(tuple(word.text for word in said), who) or self._read(_bare(said), who)
        return None if read is None else replace(read, confidence="low")

    def _announced(self, found: Sequence[Word], who: Publisher) -> RatingResult | None:
        """ "Claim: … AP's assessment: False. …": what stands after the name of a rating and a stop, wherever in the text."""
        places = [at for at in range(2, len(found)) if found[at].breaks and found[at - 1].text in lexicon.LABEL_NOUNS]
        for at in places[:_ANNOUNCEMENTS]:
            said = sentences(list(found[at:]))[0]
            rated = self._whole(tuple(word.text for word in said), who) or self._read(said, who)
            if rated is not None and rated.verdict is not Verdict.UNRATED:
                return RatingResult(rated.verdict, f"text:{rated.rule.split(':', 1)[1]}", "low")
        return None

    def _head(self, found: Sequence[Word], who: Publisher) -> RatingResult | None:
        """ "Incorrect. A majority said …", "FALSE: old video": what stands before the first stop is a rating of its own."""
        end = next((at for at in range(1, min(len(found), 8)) if found[at].breaks), 0)
        if not end:
            return None
        first = self._whole(tuple(word.text for word in found[:end]), who) or self._misspelt(found[:end])
        if first is None:
            first = _low("text", _all_of(found[:end], label(found[:end], self._index)))
        if first is None or first.verdict is Verdict.UNRATED:
            return None
        qualified = self._qualified(first.verdict, found[:end], found[end:])
        return RatingResult(qualified, f"text:{first.rule.split(':', 1)[1]}", "low")

    def _qualified(self, verdict: Verdict, head: Sequence[Word], rest: Sequence[Word]) -> Verdict:
        """ "Correct, but misleading": the qualification directly after a rating counts with it, an unread one weakens it."""
        degree = degree_after(tuple(word.text for word in rest))
        if degree or not rest or rest[0].text not in lexicon.BUT:
            told = finding(rest)[0] if len(head) == 1 and head[0].text in lexicon.ANSWERS_NO else verdict
            return Verdict.MISLEADING if told is Verdict.MISLEADING else turn(verdict, negated=False, degree=degree)
        if verdict.settles_true and omits([word.text for word in rest]):
            return Verdict.MISLEADING
        if verdict.settles_true and any(word.text in lexicon.NEGATIONS for word in head):
            return Verdict.MIXED  # "not wrong, but …"
        here = [hit for hit in label(rest[1:8], self._index) if hit.lead <= 1]
        if here or not verdict.settles_true:
            return combine([verdict, *(hit.verdict for hit in here)])
        return conceded(verdict, head, rest)

    def _label(self, found: Sequence[Word]) -> RatingResult | None:
        return _low("phrase", label(found, self._index))

    def _statement(self, found: Sequence[Word]) -> RatingResult | None:
        verdict, name = statement(found, self._index)
        return None if verdict is Verdict.UNRATED else RatingResult(verdict, f"text:{slug(name)}", "low")

    def _misspelt(self, found: Sequence[Word]) -> RatingResult | None:
        guess = self._spelling.guess(tuple(word.text for word in found))
        return None if guess is None else RatingResult(self._index.whole[guess], f"spelling:{slug(guess)}", "low")

    def _numeric(self, rating: str) -> RatingResult | None:
        numbers = numbers_in(rating)
        if numbers is None:
            return None
        value, best, worst = numbers
        return self.normalise_number(value, best=best, worst=worst)

    @staticmethod
    def normalise_number(value: float, *, best: float, worst: float) -> RatingResult:
        """The verdict of a number on a scale, for fact-checks that publish no words; UNRATED where the scale is unsound."""
        verdict = verdict_of_number(value, best=best, worst=worst)
        return _NONE if verdict is Verdict.UNRATED else RatingResult(verdict, f"number:{value:g}/{best:g}", "low")


def load_normaliser(user_table: Path | None = None) -> RatingNormaliser:
    """The normaliser of the shipped table and the user's own (None: the one in the settings folder; it need not exist).

    Raises PriorcheckError `ratings-missing` where the program's own table is not there or damaged, InputError `ratings-unreadable`
    where the user's table is no UTF-8 text.
    """
    return RatingNormaliser(shipped_table(), read_table(user_table or user_table_path()))


def shipped_table() -> RatingTable:
    """The program's own table. Raises PriorcheckError `ratings-missing`."""
    return _shipped(resources_dir() / "ratings.tsv")


@lru_cache(maxsize=4)
def _shipped(path: Path) -> RatingTable:
    table = read_table(path)
    if not table.rows or table.refused:
        raise PriorcheckError(
            "ratings-missing", tr("The program's rating table is missing or damaged."), hint=tr("Install the program again.")
        )
    return table


def _publisher_rules(rows: Sequence[TableRow]) -> list[_PublisherRules]:
    """The rows with a publisher, gathered by pattern in the table's order."""
    rules: dict[str, _PublisherRules] = {}
    for row in rows:
        if row.publisher:
            name = slug(phrase_words(row.publisher.split("|")[0].split(".")[0]))
            group = rules.setdefault(row.publisher, _PublisherRules(row.publisher, name, {}))
            for alternative in row.phrase.split("|"):
                group.whole.setdefault(phrase_words(alternative), row.verdict)
    return list(rules.values())


def _without_label(found: list[Word]) -> list[list[Word]]:
    """The words as they are, and without "Rating:" and the like before them."""
    bare = _bare(found)
    return [found] if len(bare) == len(found) else [found, bare]


def _bare(found: list[Word]) -> list[Word]:
    texts = tuple(word.text for word in found)
    sizes = [len(one) for one in lexicon.LABELS if len(one) < len(texts) and texts[: len(one)] == one]
    return found[max(sizes, default=0) :]


def _all_of(found: Sequence[Word], hits: list[Hit]) -> list[Hit]:
    """The hits where they make up the whole run of words, else none."""
    covered = {at for hit in hits for at in range(hit.lead, hit.end)}
    small = lexicon.CONNECTORS | lexicon.FILLERS | lexicon.NEGATIONS_AFTER | lexicon.SUBJECTS | lexicon.COPULAS
    return hits if all(word.text in small for at, word in enumerate(found) if at not in covered) else []


def _found(found: Sequence[Word]) -> RatingResult | None:
    verdict, name = finding(found)
    return None if verdict is Verdict.UNRATED else RatingResult(verdict, f"finding:{name}", "low")


def _low(kind: str, hits: list[Hit]) -> RatingResult | None:
    verdict = combine([hit.verdict for hit in hits])
    if verdict is Verdict.UNRATED:
        return None
    name = next(hit.name for hit in hits if hit.verdict is not Verdict.UNRATED)
    return RatingResult(verdict, f"{kind}:{slug(name)}", "low")
