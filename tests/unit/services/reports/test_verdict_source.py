"""The fact-check that a verdict rests on is in every output, however few matches were requested."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import docx
import openpyxl
import pymupdf
import pytest

from app.cli.analysis_commands import top_in_words
from app.cli.rerank_options import in_new_order
from app.domain.document import Document, Sentence
from app.domain.llm_order import cut, with_order
from app.domain.match import Match
from app.domain.ranked import Outcome, RankedDocument, RankedSentence, RunRecord, with_matches
from app.domain.reviewed import ReportChoice, Reviewed
from app.domain.verdict import SentenceVerdict, Verdict, VerdictReason
from app.gui.model.card import card
from app.gui.model.document_view import hidden_row
from app.gui.model.sentence_row import SentenceRow
from app.services.reports import write_claims, write_report
from app.services.reports.review_status import findings
from app.services.reports.wording import RESTS_ON_THIS
from tests.fakes.matches import AGREE, DISAGREE, make_match
from tests.unit.ranking.test_verdict import ruling

TEXT = "The lake holds 400 fish."
UNRATED = make_match(Verdict.UNRATED, identifier="near", claim="The lake holds 400 fish, they say.")
OTHERS = tuple(make_match(Verdict.MIXED, pair=0.8 - n / 100, identifier=f"mixed-{n}", claim=f"Fish, part {n}") for n in range(3))
DECIDING = make_match(
    Verdict.FALSE, pair=0.7, identifier="deciding", claim="The lake holds four hundred fish", publisher="Lake desk", rating="Pants on fire"
)
ALL = (UNRATED, *OTHERS, DECIDING)


def entry(matches: tuple[Match, ...] = ALL, *, top: int = 1) -> RankedSentence:
    """Return a sentence whose verdict rests on the last of its matches, with the first `top` of them."""
    sentence = RankedSentence(
        rank=1,
        sentence=Sentence(index=0, text=TEXT, start=0, end=len(TEXT)),
        score=1.0,
        probability=0.9,
        verdict=SentenceVerdict.FALSE,
        outcome=Outcome.MATCH,
        matches=matches,
        verdict_source=DECIDING.factcheck.id,
    )
    return with_matches(sentence, matches[:top])


def ranked(top: int = 1) -> RankedDocument:
    sentence = entry(top=top)
    document = Document(title="Talk", text=TEXT, sentences=(sentence.sentence,), language="en")
    return RankedDocument(document=document, sentences=(sentence,), run=RunRecord(program="priorcheck test", created="2026-01-01T00:00"))


def ids(sentence: RankedSentence) -> list[str]:
    return [match.factcheck.id for match in sentence.matches]


def test_the_source_is_the_strongest_fact_check_of_the_verdicts_side() -> None:
    weaker = make_match(Verdict.FALSE, pair=0.6, identifier="weaker")
    stronger = make_match(Verdict.MISLEADING, pair=0.9, identifier="stronger")
    denied = make_match(Verdict.FALSE, pair=0.99, stance=DISAGREE, identifier="denied")
    assert ruling([UNRATED, denied, weaker, stronger]).source == "stronger"
    assert ruling([UNRATED, denied]).verdict is SentenceVerdict.UNKNOWN
    assert ruling([weaker, replace(weaker, score=0.1)]).source == "weaker"


@pytest.mark.parametrize("top", range(1, 7))
def test_the_first_matches_never_depend_on_the_verdict(top: int) -> None:
    ranked_entry = entry(top=top)
    assert ids(ranked_entry)[:top] == [match.factcheck.id for match in ALL[:top]]
    assert [match.follows for match in ranked_entry.matches] == [False] * min(top, 5) + [True] * (top < 5)
    silent = replace(entry(top=5), verdict=SentenceVerdict.UNKNOWN, verdict_source="")
    assert ids(with_matches(silent, ALL[:top])) == ids(ranked_entry)[:top]


def test_reranking_keeps_the_verdict_source() -> None:
    reordered = with_order(entry(top=5), [2, 1, 0, 3, 4])
    assert ids(cut(reordered, 1)) == ["near", "mixed-1", "deciding"] and cut(reordered, 1).matches[-1].follows
    assert ids(in_new_order(reordered, 1)) == ["mixed-1", "deciding"]
    assert ids(cut(cut(reordered, 2), 1)) == ["near", "mixed-1", "deciding"]


def test_rows_name_the_verdict_source_and_mark_extra_matches(tmp_path: Path) -> None:
    write_report(ranked(), tmp_path / "r.jsonl")
    row = json.loads((tmp_path / "r.jsonl").read_text(encoding="utf-8"))
    assert (row["sentence_verdict"], row["verdict_source"]) == ("false", "deciding")
    assert [(match["id"], match.get("follows")) for match in row["matches"]] == [("near", None), ("deciding", True)]
    write_claims(ranked(), tmp_path / "c.jsonl")
    claim = json.loads((tmp_path / "c.jsonl").read_text(encoding="utf-8"))
    assert [match["id"] for match in claim["matches"]] == ["near"] and claim["verdict_source"] == claim["verdict_match"]["id"] == "deciding"
    write_claims(ranked(5), tmp_path / "all.jsonl")
    assert "verdict_match" not in json.loads((tmp_path / "all.jsonl").read_text(encoding="utf-8"))


@pytest.mark.parametrize("top", [1, 4])
def test_tables_include_the_verdict_source(tmp_path: Path, top: int) -> None:
    write_report(ranked(top), tmp_path / "r.csv")
    (row,) = csv.DictReader(io.StringIO((tmp_path / "r.csv").read_text(encoding="utf-8-sig")))
    assert (row["verdict_source_id"], row["verdict_source_claim"]) == ("deciding", DECIDING.factcheck.claim)
    assert (row["verdict_source_publisher"], row["verdict_source_rating"], row["match1_id"]) == ("Lake desk", "Pants on fire", "near")
    write_report(ranked(top), tmp_path / "r.xlsx")
    book = openpyxl.load_workbook(tmp_path / "r.xlsx")
    head, sentence = book["Sentences"].iter_rows(values_only=True)
    assert dict(zip(head, sentence, strict=True))["verdict source"] == "deciding"
    head, *matches = book["Matches"].iter_rows(values_only=True)
    at = head.index("verdict rests on it")
    assert [row[head.index("id")] for row in matches if row[at]] == ["deciding"]
    for name, reader in (("csv", "utf-8-sig"), ("html", "utf-8")):
        write_claims(ranked(top), tmp_path / f"c.{name}")
        assert DECIDING.factcheck.claim in (tmp_path / f"c.{name}").read_text(encoding=reader)


def _docx_text(path: Path) -> str:
    read = docx.Document(str(path))
    return "\n".join(cell.text for table in read.tables for row in table.rows for cell in row.cells)


def _pdf_text(path: Path) -> str:
    with pymupdf.open(path) as read:
        return " ".join(" ".join(page.get_text() for page in read).split())


READERS = {"html": lambda path: path.read_text(encoding="utf-8"), "docx": _docx_text, "pdf": _pdf_text}


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("top", [1, 3])
def test_reports_show_it_and_say_that_the_verdict_rests_on_it(tmp_path: Path, name: str, top: int) -> None:
    write_report(ranked(top), tmp_path / f"r.{name}", ReportChoice(charts=False))
    text = READERS[name](tmp_path / f"r.{name}")
    assert DECIDING.factcheck.claim in text and text.count(RESTS_ON_THIS) == 1
    (finding,) = findings(Reviewed(ranked=ranked(top)))
    assert finding.best is not None and finding.best.factcheck.id == "deciding"


def test_the_terminal_shows_both() -> None:
    output = top_in_words(ranked(), 1)
    assert "✗ Lake desk: Pants on fire" in output and output.index(UNRATED.factcheck.claim) < output.index(
        "rests on another"
    ) < output.rindex("Pants on fire")
    alone = replace(ranked(), sentences=(replace(entry((DECIDING,)), matches=(DECIDING,)),))
    assert "rests on" not in top_in_words(alone, 1)


def test_the_card_names_the_verdict_source_except_in_blind_review() -> None:
    assert RESTS_ON_THIS in card(2, DECIDING, decides=True).implication and RESTS_ON_THIS not in card(2, DECIDING).implication
    row = SentenceRow(sentence=entry().sentence, text=TEXT, searchable=TEXT, place="", ranked=entry())
    hidden = hidden_row(row).ranked
    assert hidden is not None and hidden.verdict_source == "" and not any(match.follows for match in hidden.matches)


def test_agreement_below_the_threshold_is_no_source_of_a_verdict() -> None:
    unsure = make_match(Verdict.FALSE, stance=replace(AGREE, support=0.45, refute=0.25, neutral=0.3), identifier="unsure")
    assert ruling([unsure]).verdict is SentenceVerdict.UNKNOWN


def test_the_basis_of_a_reason_and_its_opposite_are_included() -> None:
    other = make_match(Verdict.TRUE, pair=0.69, identifier="other", claim="There are 400 fish in the lake")
    disputed = replace(
        entry((*ALL, other), top=6),
        verdict=SentenceVerdict.UNKNOWN,
        verdict_reason=VerdictReason.DISAGREEMENT,
        verdict_against="other",
    )
    assert ids(with_matches(disputed, disputed.matches[:1])) == ["near", "deciding", "other"]
