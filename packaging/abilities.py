"""What the built program is asked to do from the command line, each ability once: what a lazy import needs and the build forgot shows here.

Each step names the files that it must leave or the words that it must print. `smoke.py` runs them without a network, on the library that
the demo made.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

DEMO = Path(__file__).resolve().parent.parent / "resources" / "demo"
CLAIMS = {
    "en": "Aeroplanes make a quarter of the world's carbon dioxide.",
    "de": "Elektroautos fahren völlig klimaneutral.",
    "ru": "Вакцина от кори вызывает аутизм у детей.",
    "ar": "اللقاح يسبب التوحد عند الأطفال.",
    "zh": "疫苗会导致儿童自闭症。",
    "th": "วัคซีนทำให้เกิดออทิสติก",
}
_PAIRS = {"premise": "The tunnel was closed in May.", "hypothesis": "The tunnel was not closed in May."}
_REPORTS = ("docx", "pdf", "xlsx", "html", "csv", "jsonl")
_READ_BACK = ("docx", "pdf")

Run = Callable[[Sequence[str]], str]
"""Runs the program with these arguments and returns what it printed."""


@dataclass(frozen=True, slots=True)
class Step:
    """Arguments after the program's name; `leaves` are files that must then be there with something in them, `prints` must be printed."""

    arguments: tuple[str, ...]
    leaves: tuple[Path, ...] = ()
    prints: str = ""


class AbilityError(Exception):
    """A step left nothing or did not say what it must."""


def try_abilities(run: Run, folder: Path) -> int:
    """Every step in turn; returns their number. Raises AbilityError."""
    folder.mkdir()
    steps = [*_library(folder), *_claims(folder), *_documents(folder), *_further(folder)]
    for step in steps:
        printed = run(step.arguments)
        missing = [str(path) for path in step.leaves if not path.is_file() or not path.stat().st_size]
        if missing or step.prints not in printed:
            raise AbilityError(f"{' '.join(step.arguments)}: {missing or repr(step.prints)} is missing; it printed {printed}")
    return len(steps)


def _library(folder: Path) -> list[Step]:
    out = folder / "library.jsonl"
    return [
        Step(("library", "import", "--kind", "posts", str(DEMO / "posts.jsonl"))),
        Step(("library", "import", "--kind", "evidence", str(DEMO / "evidence"))),
        Step(("library", "index", "--kind", "posts")),
        Step(("library", "index", "--kind", "evidence")),
        Step(("library", "search", "electric"), prints="electric"),
        Step(("library", "export", "--out", str(out)), (out,)),
        Step(("library", "verify")),
    ]


def _claims(folder: Path) -> list[Step]:
    queries, pairs = folder / "queries.jsonl", folder / "pairs.jsonl"
    _write(queries, [{"qid": language, "text": text} for language, text in CLAIMS.items()])
    _write(pairs, [{"id": "1", **_PAIRS}])
    match_files = [folder / f"matches.{ending}" for ending in ("jsonl", "xlsx", "html")]
    stance, worth = folder / "stance.jsonl", folder / "worth.jsonl"
    return [
        *(Step(("match", "--queries", str(queries), "--out", str(path)), (path,)) for path in match_files),
        Step(("match", "--queries", str(queries), "--pipeline", "bicross", "--out", str(match_files[0])), (match_files[0],)),
        Step(("stance", "--pairs", str(pairs), "--out", str(stance)), (stance,)),
        Step(("checkworthy", "--queries", str(queries), "--out", str(worth)), (worth,)),
    ]


def _documents(folder: Path) -> list[Step]:
    """Every kind of report is written, and those that are documents are read again."""
    reports = {ending: folder / f"report.{ending}" for ending in _REPORTS}
    steps = [Step(("rank", str(DEMO / "debate.vtt"), "--out", str(path)), (path,)) for path in reports.values()]
    return steps + [Step(("rank", str(reports[ending])), prints="fact-check found") for ending in _READ_BACK]


def _further(folder: Path) -> list[Step]:
    claim = str(json.loads((DEMO / "claims.json").read_text("utf-8"))[0]["claim"])
    answer_file, verified = folder / "asked.json", folder / "verified.json"
    stories = [folder / f"stories.{ending}" for ending in ("json", "graphml")]
    return [
        Step(("ask", "What caused the blackout in Port Ellis?", "--out", str(answer_file)), (answer_file,)),
        Step(("verify", claim, "--date", "2025-04-12", "--out", str(verified)), (verified,)),
        *(Step(("narratives", "--posts", "--out", str(path)), (path,)) for path in stories),
        Step(("models", "verify")),
    ]


def _write(path: Path, rows: Sequence[dict[str, str]]) -> None:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
