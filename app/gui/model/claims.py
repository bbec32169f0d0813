"""Looked-up claims as rows that the list of sentences can show, in the order pasted or the surest first, and earlier look-ups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from app.domain.document import Document, Sentence
from app.domain.options import Query
from app.domain.ranked import RankedDocument, RankedSentence, RunRecord
from app.gui.model.document_view import DocumentView, Order
from app.gui.model.sentence_filter import NO_FILTER, Choice, Facet, SentenceFilter
from app.gui.model.verdicts import RATINGS, Finding
from app.translation import mark, tr

_KEPT = 50
EXAMPLES = ("The MMR vaccine causes autism in children.", "Volcanoes emit more carbon dioxide than all human activity.")
"""Two claims that the demo library knows, to try the place with."""


class Share(StrEnum):
    """The parts of a look-up that can be shown alone."""

    # Translators: which of the looked-up claims are shown.
    ALL = mark("All")
    # Translators: looked-up claims that are shown with a publisher's rating.
    SETTLED = mark("Rated")
    # Translators: looked-up claims for which a fact-check was found that gives them no rating.
    FOUND = mark("Found")
    # Translators: looked-up claims without a fact-check.
    NOTHING = mark("Nothing found")

    @property
    def findings(self) -> frozenset[Finding]:
        """The findings that belong to this part; empty for all."""
        return _FINDINGS[self]


_SETTLED = frozenset(RATINGS)
_NOTHING = frozenset({Finding.UNCHECKED, Finding.NONE, Finding.REJECTED})
_FINDINGS = {
    Share.ALL: frozenset[Finding](),
    Share.SETTLED: _SETTLED,
    Share.FOUND: frozenset(Finding) - _SETTLED - _NOTHING,
    Share.NOTHING: _NOTHING,
}


class ClaimsView(DocumentView):
    """The claims' numbers are their places in what was pasted; ranked order is by how surely each was checked."""

    def __init__(self, *, my_languages: Callable[[], Sequence[str]] = tuple) -> None:
        super().__init__(my_languages=my_languages)
        self.order = Order.DOCUMENT
        self.share = Share.ALL

    def show_share(self, share: Share) -> None:
        """Show a part of the claims only."""
        self.share = share
        self.set_filter(
            SentenceFilter(choices=frozenset(Choice(Facet.FINDING, str(finding)) for finding in share.findings))
            if share.findings
            else NO_FILTER
        )

    def counted(self) -> dict[Share, int]:
        """Return the number of claims in each part."""
        finding_counts = self.findings()
        return {share: sum(finding_counts.get(finding, 0) for finding in share.findings or frozenset(Finding)) for share in Share}

    def _show(self, ranked: RankedDocument) -> None:
        super()._show(ranked)
        by_probability = sorted(ranked.sentences, key=lambda entry: (-entry.probability, entry.sentence.index))
        self._by_rank = [entry.sentence.index for entry in by_probability]
        self._arrange()


@dataclass(frozen=True, slots=True, kw_only=True)
class LookUp:
    """One look-up of this session: what was pasted, what was said about it, what was found, and the claim chosen last."""

    text: str
    notice: str
    ranked: RankedDocument
    selected: int = 0


class LookUps:
    """The look-ups of this session, to go back and forward in; the newest fifty."""

    def __init__(self) -> None:
        self._kept: list[LookUp] = []
        self._at = -1

    @property
    def current(self) -> LookUp | None:
        """The look-up that is shown."""
        return self._kept[self._at] if self._kept else None

    def add(self, look_up: LookUp) -> None:
        """A new look-up becomes the last one, wherever one stood."""
        self._kept = [*self._kept, look_up][-_KEPT:]
        self._at = len(self._kept) - 1

    def remember(self, selected: int | None) -> None:
        """Keep which claim was chosen, for coming back."""
        if self._kept and selected is not None:
            self._kept[self._at] = replace(self._kept[self._at], selected=selected)

    def replace(self, ranked: RankedDocument) -> LookUp | None:
        """Replace the results of the current look-up and return it; None where there is none, or the results are of other claims."""
        if not self._kept or self._kept[self._at].ranked.document != ranked.document:
            return None
        self._kept[self._at] = replace(self._kept[self._at], ranked=ranked)
        return self._kept[self._at]

    def can(self, step: int) -> bool:
        """Return whether there is a look-up before (-1) or after (1) the current one."""
        return 0 <= self._at + step < len(self._kept)

    def go(self, step: int) -> LookUp | None:
        """The one before or after; None at the ends."""
        if not self.can(step):
            return None
        self._at += step
        return self._kept[self._at]


def queries_of(claims: tuple[str, ...]) -> tuple[Query, ...]:
    """One query a claim, numbered from 1."""
    return tuple(Query(qid=str(number), text=claim) for number, claim in enumerate(claims, start=1))


def as_document(
    queries: tuple[Query, ...], results: tuple[RankedSentence, ...], run: RunRecord | None = None, *, final: bool = True
) -> RankedDocument:
    """The claims as a document of one claim a line, in the order they were pasted, with their matches; not `final` while their stance
    is still judged."""
    sentences: list[Sentence] = []
    start = 0
    for index, query in enumerate(queries):
        sentences.append(Sentence(index=index, text=query.text, start=start, end=start + len(query.text)))
        start += len(query.text) + 1
    document = Document(title=tr("Claims"), text="\n".join(query.text for query in queries), sentences=tuple(sentences))
    ranked_sentences = (
        replace(result, rank=rank, sentence=sentence)
        for rank, (result, sentence) in enumerate(zip(results, sentences, strict=False), start=1)
    )
    return RankedDocument(document=document, sentences=tuple(ranked_sentences), run=run or RunRecord(program="", created=""), final=final)


def tried_words(entry: RankedSentence | None) -> str:
    """Return a sentence with the other wordings that the claim was searched with."""
    forms = dict.fromkeys(variant.form.words for variant in entry.variants) if entry else ()
    return tr("Also searched with: {wordings}.", wordings="; ".join(map(tr, forms))) if forms else ""
