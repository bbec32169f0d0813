"""The demo's debate in six other languages, against the demo's mostly English fact-checks: what a newsroom gets that reads a debate
in its own language. The translations were made without a look at the fact-checks (tests/quality/debates). Then fresh foreign
fact-checks (tests/quality/foreign_fresh.tsv: language, claim, and an English rewording by the same author, who was asked for
words far from a translation) beside the demo's: how often a rewording finds its fact-check."""

from __future__ import annotations

import json
import shutil
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.bootstrap import Session
from app.cli.main import run
from app.domain.progress import CancelToken
from app.ingest.documents import read_document
from app.paths import resources_dir
from tests.benchmarks.table import Result

DEMO = resources_dir() / "demo"
DEBATES = Path(__file__).resolve().parents[1] / "quality" / "debates"
FRESH = DEBATES.with_name("foreign_fresh.tsv")
MOST = "12"
LANGUAGES = ("de", "es", "fr", "pt", "pl", "ar")
EVEN = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """Ranking quality of a debate: average precision of the sentences that a fact-check settles; the `checked` sentences with a
    right fact-check first and among the first three; the sentences that are probably settled, and those of them with a right
    fact-check."""

    precision: float
    checked: int
    first: int
    first_three: int
    likely: int
    likely_checked: int

    def __str__(self) -> str:
        return (
            f"AP {self.precision:.3f}; right fact-check first {self.first}, among three {self.first_three} of {self.checked}; "
            f"{self.likely} sentences at .5 or more, {self.likely_checked} of them checked"
        )


def measure(*, data: Path, work: Path) -> Iterator[Result]:
    """Report one row per language, English first."""
    folder = work / "translated"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    session = Session(device="cpu")
    library = folder / "library"
    for name in ("factchecks_en.jsonl", "factchecks_other.jsonl"):
        _run(session, "library", "import", DEMO / name, "--library", library)
    for language in ("en", *LANGUAGES):
        debate = DEMO / "debate.vtt" if language == "en" else DEBATES / f"debate_{language}.tsv"
        out = folder / f"{language}.jsonl"
        _run(session, "rank", debate, "--out", out, "--library", library)
        rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
        yield Result(name=f"translated: the demo debate in {language} against the demo's fact-checks", value=str(ranked(rows)))
    yield from _fresh(session, folder, library)
    session.close()


def _fresh(session: Session, folder: Path, library: Path) -> Iterator[Result]:
    rows = [line.split("\t") for line in FRESH.read_text(encoding="utf-8").splitlines()]
    names = [f"{language}-{number}" for number, (language, _, _) in enumerate(rows)]
    checks, queries, out = folder / "fresh.jsonl", folder / "rewordings.jsonl", folder / "found.jsonl"
    factcheck_rows = [{"id": name, "claim": row[1], "language": row[0], "rating": "False"} for name, row in zip(names, rows, strict=True)]
    _write(checks, factcheck_rows)
    _write(queries, [{"id": name, "text": row[2]} for name, row in zip(names, rows, strict=True)])
    _run(session, "library", "import", checks, "--library", library)
    _run(session, "match", "--queries", queries, "--top", MOST, "--out", out, "--library", library)
    match_ids = [[match["id"] for match in json.loads(line)["matches"]] for line in out.read_text(encoding="utf-8").splitlines()]
    ranks = [ids.index(name) if name in ids else int(MOST) for name, ids in zip(names, match_ids, strict=True)]
    per_language = ", ".join(f"{language} {_first(ranks, names, language)}" for language in dict.fromkeys(row[0] for row in rows))
    value = f"{sum(rank == 0 for rank in ranks)} first, {sum(rank < 2 for rank in ranks)} first or second of {len(ranks)} (first: {per_language})"
    yield Result(name="translated: fresh foreign fact-checks found by English rewordings", value=value)


def _first(ranks: Sequence[int], names: Sequence[str], language: str) -> str:
    language_ranks = [rank for rank, name in zip(ranks, names, strict=True) if name.startswith(f"{language}-")]
    return f"{sum(rank == 0 for rank in language_ranks)} of {len(language_ranks)}"


def _write(path: Path, rows: Sequence[dict[str, str]]) -> None:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def ranked(rows: Sequence[dict[str, Any]]) -> Ranked:
    """Score the rows of `rank`, best first, in any language; gold is looked up by the sentences' index."""
    right, settled = _gold()
    hits = [rank for rank, row in enumerate(rows, start=1) if row["index"] in settled]
    hits_by_index = {
        row["index"]: [match["id"] in right[row["index"]] for match in row["matches"][:3]] for row in rows if row["index"] in right
    }
    likely = [row["index"] in right for row in rows if row["probability"] >= EVEN]
    return Ranked(
        precision=sum(number / rank for number, rank in enumerate(hits, start=1)) / len(hits),
        checked=len(hits_by_index),
        first=sum(top_hits[:1] == [True] for top_hits in hits_by_index.values()),
        first_three=sum(any(top_hits) for top_hits in hits_by_index.values()),
        likely=len(likely),
        likely_checked=sum(likely),
    )


def _gold() -> tuple[dict[int, set[str]], set[int]]:
    """Return, by sentence index, the fact-checks about it, and the sentences that one of them settles."""
    sentences = read_document(DEMO / "debate.vtt", cancel=CancelToken()).sentences
    index = {sentence.text: sentence.index for sentence in sentences}
    right: dict[int, set[str]] = defaultdict(set)
    settled = set()
    for line in (DEMO / "debate_gold.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        right[index[row["text"]]].add(row["factcheck"])
        if row["verdict"] != "unknown":
            settled.add(index[row["text"]])
    return right, settled


def _run(session: Session, *arguments: str | Path) -> None:
    code, _ = run([*map(str, arguments), "--quiet"], session=session)
    if code:
        raise SystemExit(f"{' '.join(map(str, arguments))}: exit code {code}")
