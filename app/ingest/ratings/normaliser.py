"""Mapping of a rating to a verdict: first by the table, then by phrases, free text and numbers. A rating that nothing matches stays
unrated."""

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
from app.ingest.ratings.phrases import Hit, PhraseIndex, apply_modifiers, degree_after
from app.ingest.ratings.publishers import Publisher, parse_publisher
from app.ingest.ratings.revised import revised_verdict
from app.ingest.ratings.spelling import SpellingGuess
from app.ingest.ratings.statements import combine, label_hits, says_omitted, statement, weakened_by_concession
from app.ingest.ratings.words import MAX_CHARACTERS, Word, phrase_words, sentences, slug, words
from app.paths import resources_dir
from app.translation import tr

_QUESTION_AND_ANSWER = regex.compile(r"[^.!?؟？।。]+[?؟？]\s*(\S.*)", regex.DOTALL)

_QUESTION_ONLY = regex.compile(r"(?:[^.!?؟？।。\n]|[.!](?=\S))+[?؟？]\W*")

# Words like "verdict" in a text that are followed up.
_MAX_ANNOUNCEMENTS = 10

Confidence = Literal["high", "low", "none"]


@dataclass(frozen=True, slots=True)
class RatingResult:
    """A verdict, the stable id of the rule that gave it, and the confidence of the reading ("none" goes with rule "none")."""

    verdict: Verdict
    rule: str
    confidence: Confidence


_UNMATCHED = RatingResult(Verdict.UNRATED, "none", "none")


@dataclass(frozen=True, slots=True)
class _PublisherRules:
    pattern: str
    name: str
    verdicts: dict[tuple[str, ...], Verdict]


class RatingNormaliser:
    """Maps ratings to verdicts by a table; rows of `user_table` take precedence over the shipped ones. Safe to share between
    threads."""

    def __init__(self, table: RatingTable, user_table: RatingTable | None = None) -> None:
        user = user_table or RatingTable()
        # Rows that could not be read, with the reason; the others count.
        self.refused: tuple[RefusedRow, ...] = (*table.refused, *user.refused)
        self._user_publishers = _publisher_rules(user.rows)
        self._user_phrases = PhraseIndex.of(user.rows).whole_phrases
        self._publishers = _publisher_rules(table.rows)
        self._index = PhraseIndex.of((*user.rows, *table.rows))
        self._spelling = SpellingGuess(self._index.whole_phrases)

    def normalise(self, rating: str, publisher: str = "") -> RatingResult:
        """Return the verdict of a rating. `publisher` is a name, a site with or without a port, or an address."""
        tokens = words(rating)
        parsed_publisher = parse_publisher(publisher)
        for candidate in _with_and_without_label(tokens):
            exact = self._match_whole(tuple(word.text for word in candidate), parsed_publisher)
            if exact is not None:
                return exact
        present_verdict = revised_verdict(tokens, self._verdict_of_whole)
        if present_verdict is not Verdict.UNRATED:
            return RatingResult(present_verdict, f"text:now-{present_verdict.lower().replace('_', '-')}", "low")
        # A question states nothing, except in a rating at its head ("FALSE: did …?").
        if _QUESTION_ONLY.fullmatch(rating[:MAX_CHARACTERS]):
            return self._read_head(_strip_label(tokens), parsed_publisher) or _UNMATCHED
        return (
            self._read_answer(rating, parsed_publisher)
            or self._read_announced(tokens, parsed_publisher)
            or self._read_text(_strip_label(tokens), parsed_publisher)
            or self._read_number(rating)
            or _UNMATCHED
        )

    def _match_whole(self, folded: tuple[str, ...], publisher: Publisher) -> RatingResult | None:
        tail = slug(folded)
        for rules, prefix in ((self._user_publishers, "user:"), (self._publishers, "")):
            for group in rules:
                if folded in group.verdicts and publisher.matches(group.pattern):
                    return RatingResult(group.verdicts[folded], f"{prefix}{group.name}:{tail}", "high")
            if prefix and folded in self._user_phrases:
                return RatingResult(self._user_phrases[folded], f"user:{tail}", "high")
        if folded in self._index.whole_phrases:
            return RatingResult(self._index.whole_phrases[folded], f"generic:{tail}", "high")
        return None

    def _verdict_of_whole(self, tokens: Sequence[Word]) -> Verdict:
        """Return the verdict of words that consist of a rating and nothing else."""
        folded = tuple(word.text for word in tokens)
        return self._index.whole_phrases.get(folded) or combine(
            [hit.verdict for hit in _if_covering(tokens, label_hits(tokens, self._index))]
        )

    def _read_text(self, tokens: Sequence[Word], publisher: Publisher) -> RatingResult | None:
        return (
            self._read_head(tokens, publisher)
            or self._read_label(tokens)
            or self._read_statement(tokens)
            or _read_finding(tokens)
            or self._read_misspelt(tokens)
        )

    def _read_answer(self, rating: str, publisher: Publisher) -> RatingResult | None:
        """Read the answer of a text that begins with a question: "Did the mayor resign? No."."""
        match = _QUESTION_AND_ANSWER.match(rating[:MAX_CHARACTERS])
        if match is None:
            return None
        tokens = words(match.group(1))
        result = self._match_whole(tuple(word.text for word in tokens), publisher) or self._read_text(_strip_label(tokens), publisher)
        return None if result is None else replace(result, confidence="low")

    def _read_announced(self, tokens: Sequence[Word], publisher: Publisher) -> RatingResult | None:
        """Read the rating after a label noun and a punctuation mark, anywhere in the text: "Claim: … AP's assessment: False. …"."""
        starts = [start for start in range(2, len(tokens)) if tokens[start].breaks and tokens[start - 1].text in lexicon.LABEL_NOUNS]
        for start in starts[:_MAX_ANNOUNCEMENTS]:
            sentence = sentences(list(tokens[start:]))[0]
            result = self._match_whole(tuple(word.text for word in sentence), publisher) or self._read_text(sentence, publisher)
            if result is not None and result.verdict is not Verdict.UNRATED:
                return RatingResult(result.verdict, f"text:{result.rule.split(':', 1)[1]}", "low")
        return None

    def _read_head(self, tokens: Sequence[Word], publisher: Publisher) -> RatingResult | None:
        """Read the words before the first punctuation mark as a rating: "Incorrect. A majority said …", "FALSE: old video"."""
        end = next((index for index in range(1, min(len(tokens), 8)) if tokens[index].breaks), 0)
        if not end:
            return None
        first = self._match_whole(tuple(word.text for word in tokens[:end]), publisher) or self._read_misspelt(tokens[:end])
        if first is None:
            first = _low_confidence("text", _if_covering(tokens[:end], label_hits(tokens[:end], self._index)))
        if first is None or first.verdict is Verdict.UNRATED:
            return None
        verdict = self._qualified(first.verdict, tokens[:end], tokens[end:])
        return RatingResult(verdict, f"text:{first.rule.split(':', 1)[1]}", "low")

    def _qualified(self, verdict: Verdict, head: Sequence[Word], tail: Sequence[Word]) -> Verdict:
        """Combine a rating with the qualification after it: "Correct, but misleading". An unreadable qualification weakens the
        rating."""
        degree = degree_after(tuple(word.text for word in tail))
        if degree or not tail or tail[0].text not in lexicon.CONTRASTING:
            finding_verdict = finding(tail)[0] if len(head) == 1 and head[0].text in lexicon.ANSWERS_NO else verdict
            return Verdict.MISLEADING if finding_verdict is Verdict.MISLEADING else apply_modifiers(verdict, negated=False, degree=degree)
        if verdict.settles_true and says_omitted([word.text for word in tail]):
            return Verdict.MISLEADING
        if verdict.settles_true and any(word.text in lexicon.NEGATIONS for word in head):
            # "Not wrong, but …" denies the opposite and qualifies it.
            return Verdict.MIXED
        next_hits = [hit for hit in label_hits(tail[1:8], self._index) if hit.lead <= 1]
        if next_hits or not verdict.settles_true:
            return combine([verdict, *(hit.verdict for hit in next_hits)])
        return weakened_by_concession(verdict, head, tail)

    def _read_label(self, tokens: Sequence[Word]) -> RatingResult | None:
        return _low_confidence("phrase", label_hits(tokens, self._index))

    def _read_statement(self, tokens: Sequence[Word]) -> RatingResult | None:
        verdict, name = statement(tokens, self._index)
        return None if verdict is Verdict.UNRATED else RatingResult(verdict, f"text:{slug(name)}", "low")

    def _read_misspelt(self, tokens: Sequence[Word]) -> RatingResult | None:
        guess = self._spelling.guess(tuple(word.text for word in tokens))
        return None if guess is None else RatingResult(self._index.whole_phrases[guess], f"spelling:{slug(guess)}", "low")

    def _read_number(self, rating: str) -> RatingResult | None:
        numbers = numbers_in(rating)
        if numbers is None:
            return None
        value, best, worst = numbers
        return self.normalise_number(value, best=best, worst=worst)

    @staticmethod
    def normalise_number(value: float, *, best: float, worst: float) -> RatingResult:
        """Return the verdict of a number on a scale, for fact-checks that publish no words; UNRATED if the scale is unsound."""
        verdict = verdict_of_number(value, best=best, worst=worst)
        return _UNMATCHED if verdict is Verdict.UNRATED else RatingResult(verdict, f"number:{value:g}/{best:g}", "low")


def load_normaliser(user_table: Path | None = None) -> RatingNormaliser:
    """Load the normaliser with the shipped table and the user's own (None: the one in the settings folder, which need not exist).

    Raises PriorcheckError `ratings-missing` if the program's own table is missing or damaged, InputError `ratings-unreadable` if
    the user's table is not UTF-8 text.
    """
    return RatingNormaliser(shipped_table(), read_table(user_table or user_table_path()))


def shipped_table() -> RatingTable:
    """Return the program's own table. Raises PriorcheckError `ratings-missing`."""
    return _shipped(resources_dir() / "ratings.tsv")


@lru_cache(maxsize=4)
def _shipped(path: Path) -> RatingTable:
    table = read_table(path)
    # A refused row in the program's own table means a damaged installation.
    if not table.rows or table.refused:
        raise PriorcheckError(
            "ratings-missing", tr("The program's rating table is missing or damaged."), hint=tr("Install the program again.")
        )
    return table


def _publisher_rules(rows: Sequence[TableRow]) -> list[_PublisherRules]:
    """Group the rows that name a publisher by its pattern, in the table's order."""
    rules: dict[str, _PublisherRules] = {}
    for row in rows:
        if row.publisher:
            name = slug(phrase_words(row.publisher.split("|")[0].split(".")[0]))
            group = rules.setdefault(row.publisher, _PublisherRules(row.publisher, name, {}))
            for alternative in row.phrase.split("|"):
                group.verdicts.setdefault(phrase_words(alternative), row.verdict)
    return list(rules.values())


def _with_and_without_label(tokens: list[Word]) -> list[list[Word]]:
    """Return the words, and also without "Rating:" and the like if they begin with it."""
    without_label = _strip_label(tokens)
    # Both, since the table may contain the label as part of a phrase.
    return [tokens] if len(without_label) == len(tokens) else [tokens, without_label]


def _strip_label(tokens: list[Word]) -> list[Word]:
    texts = tuple(word.text for word in tokens)
    sizes = [len(phrase) for phrase in lexicon.LABELS if len(phrase) < len(texts) and texts[: len(phrase)] == phrase]
    return tokens[max(sizes, default=0) :]


def _if_covering(tokens: Sequence[Word], hits: list[Hit]) -> list[Hit]:
    """Return the hits if they cover all words but function words, else an empty list."""
    covered = {index for hit in hits for index in range(hit.lead, hit.end)}
    function_words = lexicon.CONNECTORS | lexicon.FILLERS | lexicon.NEGATIONS_AFTER | lexicon.SUBJECTS | lexicon.COPULAS
    return hits if all(word.text in function_words for index, word in enumerate(tokens) if index not in covered) else []


def _read_finding(tokens: Sequence[Word]) -> RatingResult | None:
    verdict, name = finding(tokens)
    return None if verdict is Verdict.UNRATED else RatingResult(verdict, f"finding:{name}", "low")


def _low_confidence(kind: str, hits: list[Hit]) -> RatingResult | None:
    verdict = combine([hit.verdict for hit in hits])
    if verdict is Verdict.UNRATED:
        return None
    name = next(hit.name for hit in hits if hit.verdict is not Verdict.UNRATED)
    return RatingResult(verdict, f"{kind}:{slug(name)}", "low")
